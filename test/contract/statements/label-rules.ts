/** Section 11.7, unlabelled associations, label changes, names in schemas, and the number of labels. */

import { DATED_LIMIT_SAMPLES } from './dated-limit-samples.ts';
import type { Row, Step } from './row.ts';

const { params: PAIR } = DATED_LIMIT_SAMPLES.listAssociationLabels;
const BACK = { fromObjectType: 'companies', toObjectType: 'contacts' };
/** A pair with a custom object. */
const CUSTOM = { fromObjectType: 'contacts', toObjectType: '2-3451' };
const CUSTOM_BACK = { fromObjectType: '2-3451', toObjectType: 'contacts' };

type Pair = Readonly<Record<string, string>>;

function create(params: Pair, body: object, status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'createAssociationLabel', params, body, status, ...more };
}

function update(params: Pair, body: object, status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'updateAssociationLabel', params, body, status, ...more };
}

function remove(params: Pair, associationTypeId: string, status: number): Step {
  return { endpoint: 'deleteAssociationLabel', params: { ...params, associationTypeId }, status };
}

function list(params: Pair, results: unknown): Step {
  return { endpoint: 'listAssociationLabels', params, status: 200, shows: { results } };
}

const FROM_CONTACTS = {
  fromObjectType: { objectTypeId: '0-1', singularLabel: '<text>', pluralLabel: '<text>' },
  toObjectType: { objectTypeId: '0-2', singularLabel: '<text>', pluralLabel: '<text>' },
  limit: 50,
  usage: 1,
  percentage: 2,
  allLabels: ['Owner'],
};
const FROM_COMPANIES = { fromObjectType: { objectTypeId: '0-2' }, usage: 1, allLabels: ['Owned by'] };
const FILTERED = { query: { fromObjectTypeId: '0-1' } };

export const LABEL_RULES: readonly Row[] = [
  {
    n: 28,
    statement: 'the number of labels that each pair may have, and has, in each direction',
    endpoint: 'readLabelLimits',
    is: 'GET /crm/limits/{version}/associations/labels',
  },
  {
    n: 29,
    statement: 'an update without inverseLabel sets the label of both directions',
    assumption: 'A85',
    calls: [
      update(BACK, { associationTypeId: 2, label: 'Partner' }, 204),
      list(PAIR, [{ typeId: 1, label: 'Partner' }]),
      list(BACK, [{ typeId: 2, label: 'Partner' }]),
      update(BACK, { associationTypeId: 2, label: 'Owned by', inverseLabel: 'Owner' }, 204),
      list(PAIR, [{ typeId: 1, label: 'Owner' }]),
    ],
  },
  {
    n: 30,
    statement: 'a label with one name never gets a second name, and a label with two names keeps both',
    assumption: 'A85',
    calls: [
      create(PAIR, { name: 'adviser', label: 'Adviser' }, 200),
      update(PAIR, { associationTypeId: 3, label: 'Adviser', inverseLabel: 'Advises' }, 400, {
        names: ['inverseLabel'],
      }),
      update(PAIR, { associationTypeId: 3, label: 'Counsel' }, 204),
      list(BACK, [{ typeId: 4, label: 'Counsel' }]),
      update(PAIR, { associationTypeId: 1, label: 'Owner', inverseLabel: 'Owner' }, 400, { names: ['inverseLabel'] }),
      create(PAIR, { name: 'twin', label: 'Twin', inverseLabel: 'Twin' }, 400, { names: ['inverseLabel'] }),
      list(PAIR, [{ typeId: 1, label: 'Owner' }]),
    ],
  },
  {
    n: 31,
    statement: 'an empty label creates only the unlabelled type of the pair, and null is refused',
    assumption: 'A61',
    calls: [
      create(CUSTOM, { name: 'plain', label: null }, 400, { names: ['label'] }),
      create(CUSTOM, { name: 'plain', label: ' ' }, 400, { names: ['label'] }),
      create(CUSTOM, { name: 'plain', label: '', inverseLabel: 'Back' }, 400, { names: ['inverseLabel'] }),
      list(CUSTOM, '<none>'),
      create(CUSTOM, { name: 'plain', label: '' }, 200, {
        shows: { results: [3, 4].map((typeId) => ({ category: 'USER_DEFINED', typeId, label: null })) },
      }),
      list(CUSTOM, '<one>'),
      create(CUSTOM_BACK, { name: 'second', label: '' }, 409),
      create(PAIR, { name: 'second', label: '' }, 409),
      create(PAIR, { name: 'plain', label: 'Plain' }, 409),
    ],
  },
  {
    n: 32,
    statement: 'the first label of a pair with a custom object creates its unlabelled type too',
    assumption: 'A61',
    calls: [
      create(CUSTOM, { name: 'holder', label: 'Holder' }, 200, { shows: { results: [{ typeId: 3 }, { typeId: 4 }] } }),
      create(CUSTOM, { name: 'payer', label: 'Payer' }, 200, { shows: { results: [{ typeId: 7 }, { typeId: 8 }] } }),
      list(CUSTOM_BACK, [
        { category: 'USER_DEFINED', typeId: 4, label: 'Holder' },
        { category: 'USER_DEFINED', typeId: 6, label: null },
        { category: 'USER_DEFINED', typeId: 8, label: 'Payer' },
      ]),
    ],
  },
  {
    n: 33,
    statement: 'the unlabelled type cannot be deleted while the pair has a label',
    assumption: 'A61',
    calls: [
      create(CUSTOM, { name: 'holder', label: 'Holder' }, 200),
      remove(CUSTOM, '5', 400),
      {
        endpoint: 'archiveSchemaAssociation',
        params: { object_type: '2-3451', associationIdentifier: '6' },
        status: 400,
      },
      remove(CUSTOM_BACK, '4', 204),
      remove(CUSTOM_BACK, '6', 204),
      list(CUSTOM, '<none>'),
      remove(CUSTOM, '5', 404),
    ],
  },
  {
    n: 34,
    statement: 'the unlabelled type of two standard objects belongs to the service',
    assumption: 'A61',
    calls: [remove(PAIR, '1', 204), remove(PAIR, '279', 400), list(PAIR, '<one>'), remove(PAIR, '280', 404)],
  },
  {
    n: 35,
    statement: 'the schemas of both object types show the name of a label, about five minutes after its creation',
    assumption: 'A86',
    calls: ['contacts', 'companies'].map((object_type) => ({
      endpoint: 'readDatedSchema',
      params: { object_type },
      status: 200,
      shows: {
        associations: [
          { id: '1', name: 'owner', label: 'Owner' },
          { id: '2', name: 'owner', label: 'Owned by' },
        ],
      },
    })),
  },
  {
    n: 36,
    statement: 'the number of labels is that of the pair, and the unlabelled type is not counted',
    assumption: 'A87',
    calls: [
      create(CUSTOM, { name: 'plain', label: '' }, 200),
      { endpoint: 'readLabelLimits', status: 200, shows: { results: [FROM_CONTACTS, FROM_COMPANIES] } },
      { endpoint: 'readLabelLimits', ...FILTERED, status: 200, shows: { results: '<one>' } },
      { endpoint: 'readLabelLimits', query: { toObjectTypeId: 'x' }, status: 400, names: ['toObjectTypeId'] },
    ],
  },
  {
    n: 37,
    statement: 'the number of labels counts a deleted label for about 40 seconds',
    assumption: 'A87',
    calls: [
      remove(BACK, '2', 204),
      { endpoint: 'readLabelLimits', ...FILTERED, status: 200, shows: { results: [FROM_CONTACTS] } },
    ],
  },
];
