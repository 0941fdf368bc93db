/** Lists the statements of the preamble and section 1 about the purpose of the service. */

import type { Section } from './row.ts';
import { SAMPLES } from './samples.ts';

const GRANT = SAMPLES.issueToken.body ?? {};
const CONTACTS = { object_type: 'contacts' };
const TIER = { name: 'tier', label: 'Tier', groupName: 'held', type: 'string', fieldType: 'text' };

export const PREAMBLE: Section = {
  section: '0',
  rows: [
    {
      n: 1,
      statement: 'one service holds every endpoint',
      endpoint: 'listCompanyProperties',
      is: 'GET /properties/v1/companies/properties',
    },
    {
      n: 2,
      statement: 'every path is relative to one base address',
      endpoint: 'issueToken',
      is: 'POST /oauth/v1/token',
    },
    {
      n: 3,
      statement: 'bodies are JSON where nothing else is said',
      calls: [
        { endpoint: 'createGroup', params: CONTACTS, body: { name: 'loyalty', displayName: 'Loyalty' }, status: 201 },
      ],
    },
  ],
};

export const SERVICE: Section = {
  section: '1',
  rows: [
    {
      n: 1,
      statement: 'an integration acts for a customer account with a token of it',
      calls: [
        {
          endpoint: 'readAccessToken',
          params: { token: 'trueup-dev-token' },
          status: 200,
          shows: { hub_id: 1001, app_id: 2001 },
        },
      ],
    },
    {
      n: 2,
      statement: 'it issues and manages tokens of an app that is installed in an account',
      calls: [{ endpoint: 'issueToken', body: GRANT, status: 200, shows: { hub_id: 1001 } }],
    },
    {
      n: 3,
      statement: 'an installation gives an access token that ends soon and a refresh token that stays',
      calls: [
        {
          endpoint: 'issueToken',
          body: GRANT,
          status: 200,
          shows: { access_token: '<text>', refresh_token: '<text>', expires_in: 1800 },
        },
        { endpoint: 'issueToken', body: GRANT, status: 200 },
      ],
    },
    {
      n: 4,
      statement: 'it stores definitions and groups of contacts, companies, deals and other object types',
      calls: ['contacts', 'companies', 'deals', 'tickets', '2-3451'].flatMap((object_type) => [
        { endpoint: 'createGroup', params: { object_type }, body: { name: 'g', displayName: 'G' }, status: 201 },
        { endpoint: 'createProperty', params: { object_type }, body: { ...TIER, groupName: 'g' }, status: 201 },
      ]),
    },
    {
      n: 5,
      statement: 'clients create, read and update them',
      calls: [
        { endpoint: 'createProperty', params: CONTACTS, body: TIER, status: 201 },
        {
          endpoint: 'patchProperty',
          params: { ...CONTACTS, property_name: 'tier' },
          body: { label: 'Rank' },
          status: 200,
        },
        { endpoint: 'listProperties', params: CONTACTS, status: 200, shows: [{ name: 'tier', label: 'Rank' }] },
      ],
    },
    {
      n: 6,
      statement: 'it takes timeline events for records',
      calls: [{ endpoint: 'sendTimelineEvent', ...SAMPLES.sendTimelineEvent, status: 201, shows: { objectId: '5' } }],
    },
    {
      n: 7,
      statement: 'it manages subscriptions to kinds of change',
      calls: [{ endpoint: 'createSubscription', ...SAMPLES.createSubscription, status: 201 }],
    },
    {
      n: 8,
      statement: 'it manages properties of custom event definitions',
      calls: [{ endpoint: 'createEventProperty', ...SAMPLES.createEventProperty, status: 201 }],
    },
    {
      n: 9,
      statement: 'it manages limits of associations by association type',
      calls: [
        { endpoint: 'updateAssociationLimits', ...SAMPLES.updateAssociationLimits, status: 200 },
        { endpoint: 'purgeAssociationLimits', ...SAMPLES.purgeAssociationLimits, status: 204 },
      ],
    },
    {
      n: 10,
      statement: 'it works for many accounts, none of which sees another',
      calls: [
        { endpoint: 'createGroup', params: CONTACTS, body: { name: 'g', displayName: 'G' }, status: 201 },
        {
          endpoint: 'createGroup',
          params: CONTACTS,
          body: { name: 'g', displayName: 'G' },
          token: '{{other}}',
          status: 201,
        },
      ],
    },
    {
      n: 11,
      statement: 'an account is a whole number',
      reply: 'readAccessToken',
      member: 'hub_id',
      takes: 7,
      refuses: 'seven',
    },
    {
      n: 12,
      statement: 'a token is of one user, one app and one account',
      calls: [
        {
          endpoint: 'readAccessToken',
          params: { token: '{{other}}' },
          status: 200,
          shows: { hub_id: 7007, app_id: 2001, user_id: '<number>' },
        },
      ],
    },
  ],
};
