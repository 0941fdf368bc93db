/** Lists a valid call of each endpoint of association limits and labels on the dated surface, with its request. */

import type { TypedCall } from '../../src/contract/calls.ts';
import type { DATED_LIMITS } from '../../src/contract/endpoints/dated-limits.ts';

const PAIR = { fromObjectType: 'contacts', toObjectType: 'companies' };
const LIMIT = { category: 'HUBSPOT_DEFINED', typeId: 279 } as const;

export const DATED_LIMIT_CALLS = {
  createDatedLimits: {
    endpoint: 'createDatedLimits',
    params: PAIR,
    body: { inputs: [{ ...LIMIT, maxToObjectIds: 3 }] },
  },
  updateDatedLimits: {
    endpoint: 'updateDatedLimits',
    params: PAIR,
    body: { inputs: [{ ...LIMIT, maxToObjectIds: 2 }] },
  },
  readAssociationLimits: { endpoint: 'readAssociationLimits', params: PAIR },
  readAllAssociationLimits: { endpoint: 'readAllAssociationLimits', params: {} },
  purgeDatedLimits: { endpoint: 'purgeDatedLimits', params: PAIR, body: { inputs: [LIMIT] } },
  createAssociationLabel: {
    endpoint: 'createAssociationLabel',
    params: PAIR,
    body: { name: 'board_member', label: 'Board member', inverseLabel: 'Board of' },
  },
  listAssociationLabels: { endpoint: 'listAssociationLabels', params: PAIR },
  updateAssociationLabel: {
    endpoint: 'updateAssociationLabel',
    params: PAIR,
    body: { associationTypeId: 1, label: 'Member of the board' },
  },
  deleteAssociationLabel: { endpoint: 'deleteAssociationLabel', params: { ...PAIR, associationTypeId: '1' } },
  readLabelLimits: { endpoint: 'readLabelLimits', params: {} },
} as const satisfies { readonly [E in keyof typeof DATED_LIMITS]: TypedCall<E> };

const CONFIGURATIONS = '/crm/associations/2026-03/definitions/configurations';
const LABELS = '/crm/associations/2026-03/contacts/companies/labels';

export const DATED_LIMITS_WANTED: Readonly<Record<string, readonly [string, string, string | undefined, boolean]>> = {
  readAssociationLimits: ['GET', `${CONFIGURATIONS}/contacts/companies`, undefined, true],
  readAllAssociationLimits: ['GET', `${CONFIGURATIONS}/all`, undefined, true],
  createDatedLimits: ['POST', `${CONFIGURATIONS}/contacts/companies/batch/create`, 'application/json', true],
  updateDatedLimits: ['POST', `${CONFIGURATIONS}/contacts/companies/batch/update`, 'application/json', true],
  purgeDatedLimits: ['POST', `${CONFIGURATIONS}/contacts/companies/batch/purge`, 'application/json', true],
  listAssociationLabels: ['GET', LABELS, undefined, true],
  createAssociationLabel: ['POST', LABELS, 'application/json', true],
  updateAssociationLabel: ['PUT', LABELS, 'application/json', true],
  deleteAssociationLabel: ['DELETE', `${LABELS}/1`, undefined, true],
  readLabelLimits: ['GET', '/crm/limits/2026-03/associations/labels', undefined, true],
};
