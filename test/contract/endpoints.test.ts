import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ASSUMPTIONS } from '../../src/contract/assumptions.ts';
import { ENDPOINTS, pathOf } from '../../src/contract/endpoints.ts';

/** Spec section 4, line by line. */
const SPEC = [
  'POST /oauth/v1/token',
  'GET /oauth/v1/access-tokens/{token}',
  'DELETE /oauth/v1/refresh-tokens/{token}',
  'PUT /properties/v1/companies/groups/named/{group_name}',
  'PUT /properties/v1/contacts/groups/named/{group_name}',
  'POST /properties/v2/{object_type}/groups',
  'PUT /properties/v2/{object_type}/groups/named/{group_name}',
  'GET /properties/v1/companies/properties',
  'PUT /properties/v1/companies/properties/named/{property_name}',
  'PUT /properties/v1/deals/properties/named/{property_name}',
  'POST /properties/v1/contacts/properties',
  'GET /properties/v2/{object_type}/properties',
  'POST /properties/v2/{object_type}/properties',
  'PATCH /properties/v2/{object_type}/properties/named/{property_name}',
  'POST /integrators/timeline/v3/events',
  'PUT /integrations/v1/{application-id}/timeline/event',
  'POST /webhooks/2026-03/{appId}/subscriptions',
  'POST /events/v3/event-definitions/{eventName}/property',
  'POST /crm/associations/v4/definitions/configurations/{fromObjectType}/{toObjectType}/batch/update',
  'POST /crm/associations/v4/definitions/configurations/{fromObjectType}/{toObjectType}/batch/purge',
];

describe('the endpoint table', () => {
  it('is the twenty methods and paths of the specification, in its order', () => {
    expect(Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path}`)).toEqual(SPEC);
  });

  it('names the section of the specification that shows each endpoint', () => {
    const sections = Object.values(ENDPOINTS).map((endpoint) => endpoint.section);
    expect(sections).toEqual([
      '4.1',
      '4.1',
      '4.1',
      '4.2',
      '4.2',
      '4.2',
      '4.2',
      ...Array(7).fill('4.3'),
      ...Array(4).fill('4.4'),
      '4.5',
      '4.5',
    ]);
  });

  it('encodes path parameters so that no value adds a segment', () => {
    expect(pathOf('listProperties', { object_type: '../v1/x?y#z' })).toBe(
      '/properties/v2/..%2Fv1%2Fx%3Fy%23z/properties',
    );
    expect(() => pathOf('listProperties', { object_type: '..' })).toThrow(/object_type/);
    expect(() => pathOf('listProperties', {})).toThrow(/object_type/);
  });
});

describe('the assumptions', () => {
  it('are numbered in rising order, each once, and each is named where code relies on it', () => {
    const ids: readonly string[] = ASSUMPTIONS.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted());
    expect(ids.filter((id) => !/^A\d\d$/.test(id))).toEqual([]);
    const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('assumptions.ts'))
      .map((file) => readFileSync(`src/${file}`, 'utf8'))
      .join('\n');
    expect(ASSUMPTIONS.filter(({ id }) => !source.includes(id)).map(({ id }) => id)).toEqual([]);
  });
});
