/** Section 11.4: object schemas on the dated surface. */

import { GIVEN } from './dated-property-calls.ts';
import { SCHEMA_WRITES } from './dated-schema-writes.ts';
import { numbered, type ReplyRow, type Section, type Step } from './row.ts';
import { SCHEMA_ASSOCIATIONS } from './schema-associations.ts';
import { SCHEMA_READS } from './schema-reads.ts';

const NOTES = { object_type: 'notes' };
const PAIR = { fromObjectType: 'contacts', toObjectType: 'companies' };

function shown(member: string, takes: unknown, refuses: unknown): Omit<ReplyRow, 'n'> {
  return { statement: `${member} is in the reply`, reply: 'readDatedSchema', member, takes, refuses };
}

function read(object_type: string, status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'readDatedSchema', params: { object_type }, status, ...more };
}

const MEMBERSHIPS = {
  name: 'memberships',
  fullyQualifiedName: 'p1001_memberships',
  objectTypeId: '2-3451',
  archived: false,
};

export const DATED_SCHEMAS: Section = {
  section: '11.4',
  rows: numbered([
    {
      statement: "the list of the schemas of the account's own object types, in one page",
      endpoint: 'listDatedSchemas',
      is: 'GET /crm-object-schemas/{version}/schemas',
    },
    {
      statement: 'one schema by its object type',
      endpoint: 'readDatedSchema',
      is: 'GET /crm-object-schemas/{version}/schemas/{object_type}',
    },
    {
      statement: 'the schemas of several object types',
      endpoint: 'readDatedSchemas',
      is: 'POST /crm-object-schemas/{version}/schemas/batch/read',
      members: 'inputs! includePropertyDefinitions! includeAssociationDefinitions! includeAuditMetadata!',
    },
    shown('name', 'contacts', 5),
    shown('fullyQualifiedName', 'contacts', 5),
    shown('objectTypeId', '0-1', 5),
    shown('labels.singular', 'contact', 5),
    shown('labels.plural', 'contacts', 5),
    shown('archived', false, 'x'),
    shown('properties', [], 'x'),
    shown('associations', [], 'x'),
    shown('associations.0.id', '279', 5),
    shown('associations.0.name', 'contacts_to_companies', 5),
    shown('associations.0.fromObjectTypeId', '0-1', 5),
    shown('associations.0.toObjectTypeId', '0-2', 5),
    shown('associations.0.maxToObjectIds', 500_000, 'x'),
    shown('associations.0.hasUserEnforcedMaxToObjectIds', false, 'x'),
    {
      statement: 'the list shows active schemas, even when it is asked for archived ones too',
      calls: ['false', 'true'].map((archived) => ({
        endpoint: 'listDatedSchemas',
        query: { archived },
        status: 200,
        shows: { results: [MEMBERSHIPS] },
      })),
    },
    {
      statement: 'the list leaves out properties and associations where it is asked to',
      calls: [
        {
          endpoint: 'listDatedSchemas',
          query: { includePropertyDefinitions: 'false', includeAssociationDefinitions: 'false' },
          status: 200,
          shows: { results: [{ ...MEMBERSHIPS, properties: '<none>', associations: '<none>' }] },
        },
        {
          endpoint: 'listDatedSchemas',
          status: 200,
          shows: { results: [{ ...MEMBERSHIPS, properties: [{ name: 'hs_object_name' }] }] },
        },
      ],
    },
    {
      statement: 'a schema shows the properties that are active',
      calls: [
        { endpoint: 'createDatedGroup', params: NOTES, body: { name: 'held', label: 'Held' }, status: 201 },
        read('notes', 200, { shows: { properties: '<none>' } }),
        { endpoint: 'createDatedProperty', params: NOTES, body: GIVEN, status: 201 },
        read('notes', 200, { shows: { properties: [{ name: 'newtier', type: 'number' }] } }),
        { endpoint: 'archiveDatedProperty', params: { ...NOTES, property_name: 'newtier' }, status: 204 },
        read('notes', 200, { shows: { properties: '<none>' } }),
      ],
    },
    {
      statement: 'a schema shows its labels and limits, in both directions',
      calls: [
        {
          endpoint: 'updateDatedLimits',
          params: PAIR,
          body: { inputs: [{ category: 'USER_DEFINED', typeId: 1, maxToObjectIds: 3 }] },
          status: 200,
        },
        ...['0-1', 'Company'].map((type) =>
          read(type, 200, {
            shows: {
              associations: [
                { id: '279', fromObjectTypeId: '0-1', toObjectTypeId: '0-2', hasUserEnforcedMaxToObjectIds: false },
                { id: '280', fromObjectTypeId: '0-2', toObjectTypeId: '0-1' },
                { id: '1', name: 'owner', label: 'Owner', maxToObjectIds: 3, hasUserEnforcedMaxToObjectIds: true },
                { id: '2', name: 'owner', label: 'Owned by', hasUserEnforcedMaxToObjectIds: false },
              ],
            },
          }),
        ),
      ],
    },
    {
      statement: 'a schema is read by the id or the fully qualified name of its type, not by its bare name',
      calls: [
        read('2-3451', 200, { shows: MEMBERSHIPS }),
        read('P1001_memberships', 200, { shows: MEMBERSHIPS }),
        read('memberships', 400),
        read('2-9', 400),
      ],
    },
    ...SCHEMA_WRITES,
    ...SCHEMA_READS,
    ...SCHEMA_ASSOCIATIONS,
  ]),
};
