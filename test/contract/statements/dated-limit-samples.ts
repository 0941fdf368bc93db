/** Defines a complete call of each endpoint of association limits and labels on the dated surface. */

const PAIR = { fromObjectType: 'contacts', toObjectType: 'companies' };
const LIMIT = { category: 'HUBSPOT_DEFINED', typeId: 279 };

export const DATED_LIMIT_SAMPLES = {
  readAssociationLimits: { params: PAIR },
  readAllAssociationLimits: {},
  createDatedLimits: { params: PAIR, body: { inputs: [{ ...LIMIT, maxToObjectIds: 5 }] } },
  updateDatedLimits: { params: PAIR, body: { inputs: [{ ...LIMIT, maxToObjectIds: 5 }] } },
  purgeDatedLimits: { params: PAIR, body: { inputs: [LIMIT] } },
  listAssociationLabels: { params: PAIR },
  createAssociationLabel: {
    params: PAIR,
    body: { name: 'board_member', label: 'Board member', inverseLabel: 'Board of' },
  },
  updateAssociationLabel: { params: PAIR, body: { associationTypeId: 1, label: 'Owner', inverseLabel: 'Owned by' } },
  deleteAssociationLabel: { params: { ...PAIR, associationTypeId: '1' } },
  readLabelLimits: { query: { fromObjectTypeId: '0-1', toObjectTypeId: '0-2' } },
} as const;

/** A label of the account; its type has the id 1, and 2 in the other direction. */
export const LABELS = [{ from: 'contacts', to: 'companies', name: 'owner', label: 'Owner', inverseLabel: 'Owned by' }];
