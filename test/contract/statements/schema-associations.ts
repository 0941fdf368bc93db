/** Section 11.4, the associations that schemas define. */

import { CARS, created, read } from './dated-schema-writes.ts';
import type { numbered, Step } from './row.ts';

function linked(body: object, status: number, more: Partial<Step> = {}): Step {
  return {
    endpoint: 'createSchemaAssociation',
    params: CARS,
    body: { fromObjectTypeId: 'p1001_cars', ...body },
    status,
    ...more,
  };
}

export const SCHEMA_ASSOCIATIONS: Parameters<typeof numbered>[0] = [
  {
    statement: 'an association begins or ends at the type, and its name is its own in the pair',
    assumption: 'A68',
    calls: [
      created({}, 201),
      linked({ toObjectTypeId: 'contact', name: 'driver' }, 201, {
        shows: { id: '3', fromObjectTypeId: '2-50000001', toObjectTypeId: '0-1', name: 'driver', createdAt: '<time>' },
      }),
      linked({ toObjectTypeId: '0-1', name: 'driver' }, 409, { shows: { category: 'OBJECT_ALREADY_EXISTS' } }),
      linked({ toObjectTypeId: '0-1' }, 201, { shows: { id: '5', name: 'cars_to_contacts' } }),
      linked({ toObjectTypeId: 'p1001_cars', name: 'spare' }, 201, { shows: { id: '7' } }),
      linked({ fromObjectTypeId: '0-1', toObjectTypeId: '0-2' }, 400, { names: ['fromObjectTypeId'] }),
      linked({ fromObjectTypeId: 'x', toObjectTypeId: 'y', name: 'a b' }, 400, {
        names: ['fromObjectTypeId', 'toObjectTypeId', 'name'],
      }),
    ],
  },
  {
    statement: 'an association goes in both directions, with its limits, and one that no schema defines is not found',
    assumption: 'A68',
    calls: [
      created({ associatedObjects: ['quotes'] }, 201),
      {
        endpoint: 'updateDatedLimits',
        params: { fromObjectType: '2-50000001', toObjectType: 'quotes' },
        body: { inputs: [{ category: 'USER_DEFINED', typeId: 3, maxToObjectIds: 2 }] },
        status: 200,
      },
      read(200, {
        shows: { associations: [{ id: '3', maxToObjectIds: 2, hasUserEnforcedMaxToObjectIds: true }, { id: '4' }] },
      }),
      { endpoint: 'archiveSchemaAssociation', params: { ...CARS, associationIdentifier: '9' }, status: 404 },
      { endpoint: 'archiveSchemaAssociation', params: { ...CARS, associationIdentifier: '4' }, status: 204 },
      { endpoint: 'archiveSchemaAssociation', params: { ...CARS, associationIdentifier: '3' }, status: 404 },
      read(200, { shows: { associations: '<none>' } }),
      { endpoint: 'readAllAssociationLimits', status: 200, shows: { results: '<none>' } },
    ],
  },
];
