/** Section 11.7, the labels of associations. */

import { DATED_LIMIT_SAMPLES } from './dated-limit-samples.ts';
import { LABEL_RULES } from './label-rules.ts';
import type { Row } from './row.ts';

const { params: PAIR } = DATED_LIMIT_SAMPLES.listAssociationLabels;
const BACK = { fromObjectType: 'companies', toObjectType: 'contacts' };
const PATH = '/crm/associations/{version}/{fromObjectType}/{toObjectType}/labels';
const CREATE = 'createAssociationLabel';

export const ASSOCIATION_LABELS: readonly Row[] = [
  {
    n: 16,
    statement: 'the labels of a pair of object types in one direction',
    endpoint: 'listAssociationLabels',
    is: `GET ${PATH}`,
  },
  {
    n: 17,
    statement: 'the creation of a label',
    endpoint: CREATE,
    is: `POST ${PATH}`,
    members: 'name! label! inverseLabel',
  },
  {
    n: 18,
    statement: 'the update of a label',
    endpoint: 'updateAssociationLabel',
    is: `PUT ${PATH}`,
    members: 'associationTypeId! label! inverseLabel',
    status: 204,
  },
  {
    n: 19,
    statement: 'the deletion of a label',
    endpoint: 'deleteAssociationLabel',
    is: `DELETE ${PATH}/{associationTypeId}`,
    status: 204,
  },
  { n: 20, statement: 'name is a string', body: CREATE, member: 'name', takes: 'adviser', refuses: 5, needed: true },
  { n: 21, statement: 'label is a string', body: CREATE, member: 'label', takes: 'Adviser', refuses: 5, needed: true },
  {
    n: 22,
    statement: 'inverseLabel is a string',
    body: CREATE,
    member: 'inverseLabel',
    takes: 'Advises',
    refuses: 5,
  },
  {
    n: 23,
    statement: 'the list has the unlabelled type too, and no name; the object types of its rows are null',
    calls: [
      {
        endpoint: 'listAssociationLabels',
        params: PAIR,
        status: 200,
        shows: {
          results: [
            { category: 'HUBSPOT_DEFINED', typeId: 279, label: null, fromObjectTypeId: null, toObjectTypeId: null },
            { category: 'USER_DEFINED', typeId: 1, label: 'Owner', fromObjectTypeId: null, toObjectTypeId: null },
          ],
        },
      },
    ],
  },
  {
    n: 24,
    statement: 'a label has an association type for each direction, and a name that no other label of the account has',
    assumption: 'A61',
    calls: [
      {
        endpoint: CREATE,
        params: PAIR,
        body: { name: 'adviser', label: 'Adviser', inverseLabel: 'Advises' },
        status: 200,
        shows: {
          results: [
            { category: 'USER_DEFINED', typeId: 3, label: 'Adviser' },
            { typeId: 4, label: 'Advises' },
          ],
        },
      },
      { endpoint: CREATE, params: BACK, body: { name: 'adviser', label: 'Other' }, status: 409 },
      {
        endpoint: CREATE,
        params: { fromObjectType: 'contacts', toObjectType: 'deals' },
        body: { name: 'adviser', label: 'Other' },
        status: 409,
      },
      {
        endpoint: 'listAssociationLabels',
        params: BACK,
        status: 200,
        shows: { results: [{ typeId: 4, label: 'Advises' }] },
      },
      {
        endpoint: CREATE,
        params: { fromObjectType: 'contacts', toObjectType: 'contacts' },
        body: { name: 'sibling', label: 'Sibling' },
        status: 200,
        shows: { results: '<one>' },
      },
    ],
  },
  {
    n: 25,
    statement:
      'an update changes the label of the type that it names, and with inverseLabel that of the other direction',
    calls: [
      {
        endpoint: 'updateAssociationLabel',
        params: PAIR,
        body: { associationTypeId: 1, label: 'Holder', inverseLabel: 'Held by' },
        status: 204,
      },
      { endpoint: 'updateAssociationLabel', params: PAIR, body: { associationTypeId: 2, label: 'No' }, status: 404 },
      {
        endpoint: 'listAssociationLabels',
        params: PAIR,
        status: 200,
        shows: { results: [{ typeId: 1, label: 'Holder' }] },
      },
      {
        endpoint: 'listAssociationLabels',
        params: BACK,
        status: 200,
        shows: { results: [{ typeId: 2, label: 'Held by' }] },
      },
    ],
  },
  {
    n: 26,
    statement: 'a deletion removes both directions and their limits',
    assumption: 'A61',
    calls: [
      {
        endpoint: 'updateDatedLimits',
        params: BACK,
        body: { inputs: [{ category: 'USER_DEFINED', typeId: 2, maxToObjectIds: 4 }] },
        status: 200,
      },
      { endpoint: 'deleteAssociationLabel', params: { ...PAIR, associationTypeId: '1' }, status: 204 },
      { endpoint: 'deleteAssociationLabel', params: { ...BACK, associationTypeId: '2' }, status: 404 },
      { endpoint: 'readAllAssociationLimits', status: 200, shows: { results: '<none>' } },
    ],
  },
  {
    n: 27,
    statement: 'a pair has at most 50 labels, and a label with two names counts once; the 51st is refused with 437',
    calls: [
      // The account has one already.
      ...Array.from(
        { length: 49 },
        (_, index) =>
          ({
            endpoint: CREATE,
            params: PAIR,
            body: { name: `label_${index}`, label: `Label ${index}`, inverseLabel: `Inverse ${index}` },
            status: 200,
          }) as const,
      ),
      { endpoint: CREATE, params: BACK, body: { name: 'one_more', label: 'One more' }, status: 437 },
    ],
  },
  ...LABEL_RULES,
];
