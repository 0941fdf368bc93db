/** A good call of each endpoint of object schemas on the dated surface except the two older reads, and its request. */

import type { TypedCall } from '../../src/contract/calls.ts';
import type { DATED_SCHEMAS } from '../../src/contract/endpoints/dated-schemas.ts';

const CARS = { object_type: 'p1001_Cars' };

type Endpoint = Exclude<keyof typeof DATED_SCHEMAS, 'listDatedSchemas' | 'readDatedSchema'>;

export const DATED_SCHEMA_CALLS = {
  createDatedSchema: {
    endpoint: 'createDatedSchema',
    params: {},
    body: {
      name: 'Cars',
      labels: { singular: 'Car', plural: 'Cars' },
      description: 'What we sell',
      primaryDisplayProperty: 'model',
      secondaryDisplayProperties: ['maker'],
      searchableProperties: ['model', 'maker'],
      requiredProperties: ['model'],
      properties: [
        { name: 'model', label: 'Model', type: 'string', fieldType: 'text', hasUniqueValue: true },
        { name: 'maker', label: 'Maker', type: 'string', fieldType: 'text', groupName: 'Cars_information' },
      ],
      associatedObjects: ['CONTACT'],
    },
  },
  updateDatedSchema: {
    endpoint: 'updateDatedSchema',
    params: CARS,
    body: {
      labels: { singular: 'Car', plural: 'Vehicles' },
      clearDescription: true,
      primaryDisplayProperty: 'model',
      secondaryDisplayProperties: [],
      requiredProperties: ['model'],
      searchableProperties: ['model'],
    },
  },
  readDatedSchemas: {
    endpoint: 'readDatedSchemas',
    params: {},
    body: {
      inputs: ['2-3451'],
      includePropertyDefinitions: false,
      includeAssociationDefinitions: false,
      includeAuditMetadata: false,
    },
  },
  readObjectTypeLimit: { endpoint: 'readObjectTypeLimit', params: {} },
  createSchemaAssociation: {
    endpoint: 'createSchemaAssociation',
    params: CARS,
    body: { fromObjectTypeId: 'p1001_Cars', toObjectTypeId: 'company', name: 'cars_of_company' },
  },
  archiveSchemaAssociation: {
    endpoint: 'archiveSchemaAssociation',
    params: { ...CARS, associationIdentifier: '3' },
  },
  archiveDatedSchema: { endpoint: 'archiveDatedSchema', params: CARS, query: { archived: 'false' } },
} as const satisfies { readonly [E in Endpoint]: TypedCall<E> };

const SCHEMAS = '/crm-object-schemas/2026-09/schemas';

export const DATED_SCHEMAS_WANTED: Readonly<Record<string, readonly [string, string, string | undefined, boolean]>> = {
  createDatedSchema: ['POST', SCHEMAS, 'application/json', true],
  updateDatedSchema: ['PATCH', `${SCHEMAS}/p1001_Cars`, 'application/json', true],
  readDatedSchemas: ['POST', `${SCHEMAS}/batch/read`, 'application/json', true],
  readObjectTypeLimit: ['GET', '/crm/limits/2026-09/custom-object-types', undefined, true],
  createSchemaAssociation: ['POST', `${SCHEMAS}/p1001_Cars/associations`, 'application/json', true],
  archiveSchemaAssociation: ['DELETE', `${SCHEMAS}/p1001_Cars/associations/3`, undefined, true],
  archiveDatedSchema: ['DELETE', `${SCHEMAS}/p1001_Cars?archived=false`, undefined, true],
};
