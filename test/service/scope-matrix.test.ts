/** Lists the scopes that read and write the definitions of each object type. Any scope of a row is sufficient. */

import { describe, expect, it } from 'vitest';
import { findObjectTypeId } from '../../src/contract/object-types.ts';
import type { Service } from '../../src/service/index.ts';
import { aService, send } from './harness.ts';

type Row = readonly [type: string, read: readonly string[], write: readonly string[]];

const own = (type: string, name = type): Row => [
  type,
  [`crm.schemas.${name}.read`, `crm.objects.${name}.read`, `crm.objects.${name}.write`],
  [`crm.schemas.${name}.write`],
];
const more = ([type, read, write]: Row, both: readonly string[], writes: readonly string[] = []): Row => [
  type,
  [...read, ...both],
  [...write, ...both, ...writes],
];

const ROWS: readonly Row[] = [
  more(own('contacts'), ['contacts']),
  own('companies'),
  own('deals'),
  more(own('tickets'), ['tickets']),
  own('2-3451', 'custom'),
  ...['quotes', 'invoices', 'subscriptions', 'services', 'courses', 'listings', 'appointments', 'projects'].map(
    (type) => own(type),
  ),
  own('payments', 'commercepayments'),
  more(own('orders'), [], ['crm.objects.orders.write', 'crm.pipelines.orders.write']),
  more(own('carts'), [], ['crm.objects.carts.write']),
  [
    'line_items',
    ['e-commerce', 'crm.schemas.line_items.read', 'crm.objects.line_items.read', 'crm.objects.line_items.write'],
    ['e-commerce'],
  ],
  ['products', ['e-commerce', 'crm.objects.products.read', 'crm.objects.products.write'], ['e-commerce']],
  ['users', ['crm.objects.users.read'], ['crm.objects.users.write']],
];

/** Object types that a scope of their records can read. The scope for writes is unknown. */
const READ_ALONE = ['leads', 'goals', 'calls', 'emails', 'meetings', 'notes', 'tasks'];

async function allowed(service: Service, type: string, scope: string) {
  const { accessToken: token } = await service.issueToken({ hubId: 1001, appId: 2001, scopes: ['oauth', scope] });
  const params = { object_type: type };
  const list = await send(service, 'listDatedProperties', { params, token });
  const body = { name: 'tier', label: 'Tier', groupName: 'none', type: 'string', fieldType: 'text' };
  // The group is missing, so an allowed create is a 400.
  const create = await send(service, 'createDatedProperty', { params, token, body });
  const rule = { objectTypeId: findObjectTypeId(type), propertyName: 'none', ruleType: 'EMAIL' };
  const rules = await send(service, 'listValidationRules', { params: rule, token });
  // The property is missing, so an allowed write is a 404.
  const set = await send(service, 'setValidationRule', { params: rule, token, body: { ruleArguments: [] } });
  expect([rules.status, set.status]).toEqual([list.status === 403 ? 403 : 200, create.status === 403 ? 403 : 404]);
  return { reads: list.status !== 403, writes: create.status !== 403 };
}

describe('definitions of an object type', () => {
  it.each(ROWS)('%s are read with any of %j and written with any of %j', async (type, read, write) => {
    const { service } = await aService();
    const scopes = [...new Set([...read, ...write])];
    for (const scope of scopes) {
      const seen = await allowed(service, type, scope);
      expect([scope, seen]).toEqual([scope, { reads: read.includes(scope), writes: write.includes(scope) }]);
    }
    const other = type === 'companies' ? 'crm.schemas.deals.read' : 'crm.schemas.companies.read';
    expect(await allowed(service, type, other)).toEqual({ reads: false, writes: false });
  });

  it.each(READ_ALONE)('%s are read with the scope of its records', async (type) => {
    const { service } = await aService();
    expect((await allowed(service, type, `crm.objects.${type}.read`)).reads).toBe(true);
    expect((await allowed(service, type, 'crm.schemas.contacts.read')).reads).toBe(false);
  });

  it('are refused to a write-only key in every read, without naming a scope', async () => {
    const token = 'pat-na1-write-only';
    const scopes = ['crm.schemas.contacts.write'];
    const { service } = await aService({
      seed: { accounts: [{ hubId: 1001, privateAppTokens: [{ token, scopes }] }] },
    });
    const params = { object_type: 'contacts' };
    const tier = { name: 'tier', label: 'Tier', groupName: 'contactinformation', type: 'string', fieldType: 'text' };
    const wrote = await send(service, 'createDatedProperties', { params, token, body: { inputs: [tier] } });
    expect([wrote.status, wrote.body.results[0].name]).toEqual([201, 'tier']);
    const batch = { inputs: [{ name: 'tier' }], archived: false, dataSensitivity: 'non_sensitive' };
    const refused = [
      await send(service, 'listDatedProperties', { params, token }),
      await send(service, 'readDatedProperty', { params: { ...params, property_name: 'tier' }, token }),
      await send(service, 'readDatedProperties', { params, body: batch, token }),
      await send(service, 'listDatedGroups', { params, token }),
      await send(service, 'readDatedGroup', { params: { ...params, group_name: 'contactinformation' }, token }),
      await send(service, 'readDatedSchema', { params, token }),
      await send(service, 'listValidationRules', { params: { objectTypeId: '0-1' }, token }),
    ];
    for (const { status, body } of refused) {
      expect([status, body.category, body.context, body.errors]).toEqual([403, 'MISSING_SCOPES', undefined, undefined]);
    }
    const params2 = { object_type: 'deals' };
    const deals = await send(service, 'listDatedProperties', { params: params2, token });
    expect([deals.status, deals.body.context.requiredGranularScopes[0]]).toEqual([403, 'crm.schemas.deals.read']);
  });
});

describe('other dated calls', () => {
  it.each([
    ['readAssociationLimits', { fromObjectType: 'contacts', toObjectType: 'companies' }, 'crm.objects.carts.read'],
    ['listAssociationLabels', { fromObjectType: 'contacts', toObjectType: 'companies' }, 'crm.schemas.custom.write'],
    ['listEventDefinitions', {}, 'behavioral_events.event_definitions.read_write'],
    ['readEventDefinition', { eventName: 'order_placed' }, 'behavioral_events.event_definitions.read_write'],
  ] as const)('%s of %j takes %s, and oauth alone is not enough', async (endpoint, params, scope) => {
    const { service } = await aService();
    const status = async (scopes: readonly string[]) => {
      const { accessToken: token } = await service.issueToken({ hubId: 1001, appId: 2001, scopes });
      return (await send(service, endpoint, { params, token })).status;
    };
    expect([await status(['oauth', scope]), await status(['oauth'])]).toEqual([200, 403]);
  });
});
