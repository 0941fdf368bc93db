/** Section 11.4, the writes of object schemas. */

import { LONGEST_SCHEMA_NAME } from '../../../src/contract/dated-schema-writes.ts';
import { DATED_SCHEMA_CALLS } from '../../client/dated-schema-calls.ts';
import type { BodyRow, numbered, Step } from './row.ts';

const PATH = '/crm-object-schemas/{version}/schemas';
const CREATE = 'createDatedSchema';
export const CARS = { object_type: 'p1001_cars' };
const { body: GIVEN } = DATED_SCHEMA_CALLS[CREATE];
const MODEL = { name: 'model', label: 'Model', type: 'string', fieldType: 'text' };
/** Fields that a reply repeats unchanged. */
const { properties: _, associatedObjects: __, ...WRITTEN } = GIVEN;
/** Definition whose properties use the default group of the type. */
const UNGROUPED = { ...GIVEN, properties: GIVEN.properties.map(({ name }) => ({ ...MODEL, name })) };
export const LEAST = {
  name: 'cars',
  labels: { singular: 'Car', plural: 'Cars' },
  primaryDisplayProperty: 'hs_object_id',
};

export function created(body: object, status: number, more: Partial<Step> = {}): Step {
  return { endpoint: CREATE, body: { ...LEAST, ...body }, status, ...more };
}

export function read(status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'readDatedSchema', params: CARS, status, ...more };
}

export function updated(body: object, status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'updateDatedSchema', params: CARS, body, status, ...more };
}

export function listed(archived: string, results: unknown): Step {
  return { endpoint: 'listDatedSchemas', query: { archived }, status: 200, shows: { results } };
}

export function archived(query: Step['query'], status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'archiveDatedSchema', params: CARS, ...(query && { query }), status, ...more };
}

const TOO_MANY = ['hs_object_id', 'hs_object_name', 'hs_createdate'];
const TWICE = ['hs_object_id', 'hs_object_id'];

function member(name: string, takes: unknown, refuses: unknown, needed?: true): Omit<BodyRow, 'n'> {
  const kind = Array.isArray(takes) ? 'a list' : KINDS[typeof takes];
  const statement = `${name} of a new schema is ${kind}${needed ? ' and needed' : ''}`;
  return { statement, body: CREATE, member: name, takes, refuses, given: UNGROUPED, ...(needed && { needed }) };
}

const KINDS: Readonly<Record<string, string>> = { string: 'a string', boolean: 'true or false', object: 'an object' };

export const SCHEMA_WRITES: Parameters<typeof numbered>[0] = [
  {
    statement: 'the creation of a schema',
    endpoint: CREATE,
    is: `POST ${PATH}`,
    members:
      'name! labels! requiredProperties properties associatedObjects description primaryDisplayProperty secondaryDisplayProperties searchableProperties allowsSensitiveProperties',
    status: 201,
  },
  {
    statement: 'the update of a schema',
    endpoint: 'updateDatedSchema',
    is: `PATCH ${PATH}/{object_type}`,
    members:
      'labels requiredProperties description primaryDisplayProperty secondaryDisplayProperties searchableProperties allowsSensitiveProperties clearDescription restorable name associatedObjects',
  },
  {
    statement: 'the archive of a schema',
    endpoint: 'archiveDatedSchema',
    is: `DELETE ${PATH}/{object_type}`,
    status: 204,
  },
  {
    statement: 'the creation of an association of a schema',
    endpoint: 'createSchemaAssociation',
    is: `POST ${PATH}/{object_type}/associations`,
    members: 'fromObjectTypeId! toObjectTypeId! name',
    status: 201,
  },
  {
    statement: 'the archive of an association of a schema',
    endpoint: 'archiveSchemaAssociation',
    is: `DELETE ${PATH}/{object_type}/associations/{associationIdentifier}`,
    status: 204,
  },
  member('name', 'Boats', 5, true),
  member('labels', { singular: 'Boat', plural: 'Boats' }, { singular: 'Boat' }, true),
  member('requiredProperties', ['maker'], 'x'),
  member('associatedObjects', ['2-3451'], 'x'),
  member('allowsSensitiveProperties', true, 'x'),
  {
    statement:
      'a name, both labels and a primary display property are enough: the service makes the group and its own properties',
    assumption: 'A67',
    calls: [
      created({ primaryDisplayProperty: undefined }, 400, {
        shows: { category: 'VALIDATION_ERROR', subCategory: 'PRIMARY_DISPLAY_PROPERTY_REQUIRED' },
        names: ['primaryDisplayProperty'],
      }),
      created({}, 201, {
        shows: {
          ...LEAST,
          secondaryDisplayProperties: '<none>',
          requiredProperties: '<none>',
          searchableProperties: ['hs_object_id'],
          allowsSensitiveProperties: true,
          properties: [
            { name: 'hs_object_id', groupName: 'cars_information', hubspotDefined: true },
            { name: 'hs_createdate' },
          ],
          associations: '<none>',
        },
        lacks: ['description'],
      }),
    ],
  },
  {
    statement: 'a new type has an id, its group and its properties, and associations in both directions',
    assumption: 'A67',
    calls: [
      {
        endpoint: CREATE,
        body: GIVEN,
        status: 201,
        shows: {
          fullyQualifiedName: 'p1001_Cars',
          objectTypeId: '2-50000001',
          id: '50000001',
          ...WRITTEN,
          archived: false,
          createdAt: '<time>',
          updatedAt: '<time>',
          properties: [
            { name: 'model', groupName: 'Cars_information', hasUniqueValue: true },
            { name: 'maker', hubspotDefined: false },
          ],
          associations: [
            { id: '3', name: 'Cars_to_contacts', fromObjectTypeId: '2-50000001', toObjectTypeId: '0-1' },
            { id: '4', name: 'Cars_to_contacts', fromObjectTypeId: '0-1', toObjectTypeId: '2-50000001' },
          ],
        },
      },
      {
        endpoint: 'listDatedGroups',
        params: { object_type: 'p1001_Cars' },
        status: 200,
        shows: { results: [{ name: 'Cars_information' }] },
      },
      {
        endpoint: 'createDatedProperty',
        params: { object_type: '2-50000001' },
        body: { ...MODEL, name: 'colour', label: 'Colour', groupName: 'Cars_information' },
        status: 201,
      },
      {
        endpoint: 'listAssociationLabels',
        params: { fromObjectType: 'contacts', toObjectType: '2-50000001' },
        status: 200,
        shows: { results: [{ category: 'USER_DEFINED', typeId: 4, label: null }] },
      },
    ],
  },
  {
    statement: 'what does not fit a new type is refused as a whole, each problem by its member',
    assumption: 'A67',
    calls: [
      created(
        {
          labels: { singular: ' ', plural: 'Cars' },
          requiredProperties: ['model'],
          primaryDisplayProperty: 'maker',
          secondaryDisplayProperties: ['year'],
          searchableProperties: ['hs_object_name', 'colour'],
          associatedObjects: ['contact', 'memberships'],
        },
        400,
        {
          names: [
            'labels.singular',
            'requiredProperties.0',
            'primaryDisplayProperty',
            'secondaryDisplayProperties.0',
            'searchableProperties.1',
            'associatedObjects.1',
          ],
        },
      ),
      created({ properties: [MODEL, { ...MODEL, name: 'Year' }] }, 400, { names: ['properties.1.name'] }),
      created({ properties: [{ ...MODEL, groupName: 'nonsense' }] }, 400, { names: ['properties.0.groupName'] }),
      created({ properties: [MODEL, MODEL] }, 409),
      read(400),
    ],
  },
  {
    statement: 'an object type has at most two secondary display properties, each once, in an order that stays',
    assumption: 'A97',
    calls: [
      created({ secondaryDisplayProperties: TOO_MANY }, 400, { names: ['secondaryDisplayProperties'] }),
      created({ secondaryDisplayProperties: TWICE }, 400, { names: ['secondaryDisplayProperties'] }),
      created({ secondaryDisplayProperties: ['hs_object_name', 'hs_object_id'] }, 201),
      updated({ secondaryDisplayProperties: TOO_MANY }, 400, { names: ['secondaryDisplayProperties'] }),
      updated({ secondaryDisplayProperties: TWICE }, 400, { names: ['secondaryDisplayProperties'] }),
      listed('false', [{ name: 'cars', secondaryDisplayProperties: ['hs_object_name', 'hs_object_id'] }]),
    ],
  },
  {
    statement: 'a name and each label have at most 50 characters, and a name starts with a letter',
    assumption: 'A67',
    calls: [
      ...['1 car', 'x'.repeat(LONGEST_SCHEMA_NAME + 1)].map((name) => created({ name }, 400, { names: ['name'] })),
      created({ labels: { singular: 'x'.repeat(51), plural: 'x'.repeat(51) } }, 400, {
        names: ['labels.singular', 'labels.plural'],
      }),
      created({ name: 'x'.repeat(50), labels: { singular: 'x'.repeat(50), plural: 'x'.repeat(50) } }, 201),
    ],
  },
  {
    statement: 'a name that an object type has is taken, whatever its case',
    assumption: 'A67',
    calls: ['Memberships', 'contact', 'DEALS', '2-3451'].map((name) =>
      created({ name }, name === '2-3451' ? 400 : 409),
    ),
  },
  {
    statement: 'an update keeps what is left out, and names properties that the type has',
    assumption: 'A97',
    calls: [
      created({ description: 'What we sell', properties: [MODEL], labels: { singular: 'Car', plural: 'Cars' } }, 201),
      updated({ labels: { plural: 'Vehicles' }, primaryDisplayProperty: 'model' }, 200, {
        shows: {
          portalId: 1001,
          labels: { singular: 'Car', plural: 'Vehicles' },
          description: 'What we sell',
          primaryDisplayProperty: 'model',
        },
        lacks: ['properties', 'associations'],
      }),
      updated({ clearDescription: true }, 200, { lacks: ['description'] }),
      updated({ requiredProperties: ['model', 'year'], clearDescription: true, description: 'x' }, 400, {
        names: ['requiredProperties.1', 'clearDescription'],
      }),
      listed('false', [
        { name: 'cars', labels: { singular: 'Car', plural: 'Vehicles' }, requiredProperties: '<none>' },
      ]),
      { endpoint: 'updateDatedSchema', params: { object_type: '0-1' }, body: {}, status: 400 },
    ],
  },
  {
    statement: 'an update ignores name and associatedObjects, and keeps restorable',
    assumption: 'A97',
    calls: [
      created({}, 201, { shows: { restorable: true } }),
      updated({ name: 'boats', associatedObjects: ['nonsense'], restorable: false }, 200, {
        shows: { name: 'cars', restorable: false },
      }),
      listed('false', [{ name: 'cars', restorable: false, associations: '<none>' }]),
    ],
  },
  {
    statement: 'allowsSensitiveProperties becomes true and never false again',
    assumption: 'A97',
    calls: [
      created({ allowsSensitiveProperties: false }, 201, { shows: { allowsSensitiveProperties: false } }),
      updated({ allowsSensitiveProperties: false }, 200, { shows: { allowsSensitiveProperties: false } }),
      updated({ allowsSensitiveProperties: true }, 200, { shows: { allowsSensitiveProperties: true } }),
      updated({ allowsSensitiveProperties: false }, 400, { names: ['allowsSensitiveProperties'] }),
      listed('false', [{ name: 'cars', allowsSensitiveProperties: true }]),
    ],
  },
  {
    statement: 'an archived schema is in the list only where archived ones are asked for, and its type is not known',
    assumption: 'A67',
    calls: [
      created({ properties: [MODEL] }, 201),
      archived(undefined, 204),
      listed('false', [{ name: 'memberships' }]),
      listed('true', [
        { name: 'memberships', archived: false },
        { name: 'cars', archived: true },
      ]),
      read(400),
      { endpoint: 'listDatedProperties', params: CARS, status: 400 },
      archived(undefined, 404),
    ],
  },
  {
    statement:
      'a schema that is created with the name of an archived one purges it; only an archived one can be removed for good',
    assumption: 'A67',
    calls: [
      created({}, 201),
      archived({ archived: 'true' }, 400, { shows: { category: 'VALIDATION_ERROR' } }),
      listed('true', [{ name: 'cars', archived: false }]),
      archived({ archived: 'false' }, 204),
      created({ name: 'CARS', properties: [MODEL] }, 201, {
        shows: { objectTypeId: '2-50000002', properties: [{ name: 'model' }] },
      }),
      listed('true', [{ name: 'memberships' }, { name: 'CARS', archived: false }]),
      archived(undefined, 204),
      archived({ archived: 'true' }, 204),
      archived({ archived: 'true' }, 400),
    ],
  },
  {
    statement: 'an archived schema takes its associations, labels and limits along',
    assumption: 'A67',
    calls: [
      created({ associatedObjects: ['quote'] }, 201),
      {
        endpoint: 'readDatedSchema',
        params: { object_type: 'quotes' },
        status: 200,
        shows: { associations: [{ id: '4' }] },
      },
      archived(undefined, 204),
      {
        endpoint: 'readDatedSchema',
        params: { object_type: 'quotes' },
        status: 200,
        shows: { associations: '<none>' },
      },
    ],
  },
];
