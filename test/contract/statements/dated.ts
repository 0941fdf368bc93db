/** Section 11: what all endpoints of the dated surface have in common. */

import type { Section, Step } from './row.ts';

function refused(
  how: Pick<NonNullable<Step['fault']>, 'policy'> & { readonly status: number },
  shows: object,
  headers: NonNullable<Step['headers']> = {},
): Step {
  const fault = { do: 'status', ...how } as const;
  return {
    endpoint: 'listDatedGroups',
    params: { object_type: 'contacts' },
    fault,
    status: how.status,
    shows,
    headers,
  };
}

export const DATED: Section = {
  section: '11',
  rows: [
    {
      n: 1,
      statement:
        'a path names the version of its resource: 2026-09 for object schemas, properties and their groups, 2026-03 for the others, unless another attested one is asked for',
      calls: [
        { endpoint: 'listDatedGroups', params: { object_type: 'contacts' }, status: 200 },
        { endpoint: 'listDatedGroups', params: { object_type: 'contacts' }, version: '2026-03', status: 200 },
        { endpoint: 'listDatedGroups', params: { object_type: 'contacts' }, version: '2024-01', status: 404 },
      ],
    },
    {
      n: 2,
      statement: 'it reads and writes the same account as the documented surface',
      calls: [
        {
          endpoint: 'createGroup',
          params: { object_type: 'deals' },
          body: { name: 'terms', displayName: 'Terms' },
          status: 201,
        },
        {
          endpoint: 'readDatedGroup',
          params: { object_type: 'deals', group_name: 'terms' },
          status: 200,
          shows: { name: 'terms', label: 'Terms' },
        },
      ],
    },
    {
      n: 3,
      statement:
        'a path names a standard object type by its plural, its singular or its id, in any case, and one of the account by its id or its fully qualified name, but not by its bare name',
      calls: [
        { endpoint: 'listDatedProperties', params: { object_type: 'CONTACT' }, status: 200 },
        { endpoint: 'listDatedProperties', params: { object_type: '0-1' }, status: 200 },
        { endpoint: 'listDatedProperties', params: { object_type: '2-3451' }, status: 200 },
        { endpoint: 'listDatedProperties', params: { object_type: 'p1001_Memberships' }, status: 200 },
        {
          endpoint: 'listDatedProperties',
          params: { object_type: 'memberships' },
          status: 400,
          shows: { message: 'Unable to infer object type from: memberships' },
        },
        { endpoint: 'listProperties', params: { object_type: 'memberships' }, status: 200 },
      ],
    },
    {
      n: 4,
      statement:
        'it refuses with 423 while the account is locked, for about 2 seconds, with 477 and Retry-After while the account moves, and with 429 of the policy DAILY when the calls of the day are used up',
      calls: [
        refused({ status: 423 }, { status: 'error', message: '<text>' }, { 'retry-after': null }),
        refused({ status: 477 }, { status: 'error', message: '<text>' }, { 'retry-after': '60' }),
        refused({ status: 429, policy: 'DAILY' }, { errorType: 'RATE_LIMIT', policyName: 'DAILY' }),
      ],
    },
  ],
};
