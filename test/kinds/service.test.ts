/** Tests that the embedded service stores the values that writers expect, in replies and in reads. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient, secret, staticToken } from '../../src/client/index.ts';
import { differences } from '../../src/engine/compare.ts';
import { kindNamed } from '../../src/engine/kind-lookup.ts';
import { listKinds } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/model/address.ts';
import type { Fields } from '../../src/model/json.ts';
import { type DesiredChange, isUnsupported } from '../../src/model/kind.ts';
import { NOTHING_WANTED } from '../../src/model/kind-reader.ts';
import type { LiveResource } from '../../src/model/live.ts';
import { createService, type Service } from '../../src/service/index.ts';
import { creating, removing, updating } from './desired-changes.ts';

const named = (objectType: string, name: string, fields: Fields): Fields => ({
  ...{ objectType, groupName: 'loyalty', name, label: `Label of ${name}` },
  ...fields,
});
const options = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

const GROUPS: readonly Fields[] = ['contacts', 'companies', 'deals'].map((objectType) => ({
  ...{ objectType, name: 'loyalty', displayName: 'Loyalty', displayOrder: 4 },
}));
const full = { description: 'About it', displayOrder: 2, formField: true };
const PROPERTIES: readonly Fields[] = [
  named('contacts', 'tier', { type: 'enumeration', fieldType: 'select', options, ...full }),
  named('contacts', 'birth_date', { type: 'date', fieldType: 'date', ...full }),
  named('contacts', 'agreed', { type: 'enumeration', fieldType: 'booleancheckbox', options }),
  named('companies', 'agreed', { type: 'enumeration', fieldType: 'booleancheckbox', options, ...full }),
  named('companies', 'founded', { type: 'date', fieldType: 'date' }),
  named('companies', 'active', { type: 'bool', fieldType: 'radio', options }),
  named('deals', 'score', { type: 'number', fieldType: 'number', ...full }),
];

/** Property by position, and what becomes of it. */
const CHANGES: readonly [index: number, change: Fields][] = [
  [0, { label: 'Tier', options: [{ value: 'true', label: 'Certainly' }] }],
  [3, { type: 'string', fieldType: 'text', formField: false }],
  [4, { type: 'datetime', description: 'Since when' }],
  [6, { type: 'enumeration', fieldType: 'radio', options, label: 'Score', formField: false }],
];

const OTHERS: readonly [KindName, Fields][] = [
  ['webhook-subscription', { appId: 2001, eventType: 'contact.propertyChange', propertyName: 'tier', active: false }],
  ['webhook-subscription', { appId: 2001, eventType: 'object.creation', objectTypeId: '2-3451' }],
  ['event-definition-property', { eventName: 'order_placed', name: 'total', label: 'Total', type: 'number' }],
  [
    'event-definition-property',
    { eventName: 'order_placed', name: 'paid', label: 'Paid', type: 'enumeration', description: 'x', options },
  ],
];
const LIMITS: readonly Fields[] = [279, 280, 281].map((typeId, index) => ({
  ...{ from: 'contacts', to: 'companies', typeId },
  maxToObjectIds: 3 - index,
}));

describe('the writer of each kind', () => {
  let service: Service;
  let client: Client;

  beforeAll(async () => {
    service = await createService({ rateLimit: false });
    const tokens = staticToken(secret(service.development.accessToken));
    const clock = { now: () => 0, elapsed: () => 0, sleep: async () => undefined };
    client = createClient({ baseUrl: 'https://api.test', transport: service.transport, clock, tokens });
  });
  afterAll(() => service.close());

  /** Sends every call. Each reply must have the expected values. */
  async function apply(name: KindName, wanted: readonly DesiredChange<Fields>[]): Promise<void> {
    const kind = kindNamed(listKinds('documented'), name);
    const { calls, blocked } = kind.writer.write(wanted);
    expect(blocked).toEqual([]);
    for (const call of calls) {
      const { value } = await client.send(call);
      for (const settled of kind.writer.settle(call, call.covers, value)) {
        expect(settled.status, settled.message).toBe('applied');
        expect(differences(kind, call.expects[settled.address] ?? {}, settled.echo ?? {})).toEqual([]);
      }
    }
  }

  const specs = (name: KindName, declared: readonly Fields[]) =>
    declared.map((one) => kindNamed(listKinds('documented'), name).spec(one) ?? {});

  async function live(name: KindName, declared: readonly Fields[]): Promise<ReadonlyMap<string, LiveResource>> {
    const { reader, address } = kindNamed(listKinds('documented'), name);
    if (isUnsupported(reader)) return new Map();
    const reads = reader.reads(
      specs(name, declared).map((spec) => address(spec)),
      NOTHING_WANTED,
    );
    const found = await Promise.all(
      reads.map(async ({ call }) =>
        reader.interpret(call, (await client.read(call)).value, { calls: [], others: [], covers: [] }),
      ),
    );
    return new Map(found.flat().map((resource) => [resource.address, resource]));
  }

  it('creates and updates groups and properties over every route in the service', async () => {
    const [group, property] = [
      kindNamed(listKinds('documented'), 'property-group'),
      kindNamed(listKinds('documented'), 'property'),
    ];
    await apply(
      'property-group',
      specs('property-group', GROUPS).map((spec) => creating(group, spec)),
    );
    await apply(
      'property',
      specs('property', PROPERTIES).map((spec) => creating(property, spec)),
    );
    const before = await live('property', PROPERTIES);

    const next = PROPERTIES.map((declared, index) => ({ ...declared, ...new Map(CHANGES).get(index) }));
    const changes = CHANGES.map(([index, change]) => {
      const spec = property.spec(next[index] ?? {}) ?? {};
      return updating(property, spec, Object.keys(change), before.get(property.address(spec))?.fields);
    });
    await apply('property', changes);

    const after = await live('property', next);
    for (const spec of specs('property', next)) {
      const address = property.address(spec);
      expect(differences(property, spec, after.get(address)?.fields ?? {}), address).toEqual([]);
    }
    expect(after.get('property:contacts/tier')?.fields['options']).toHaveLength(1);
    const groups = await live('property-group', GROUPS);
    expect(groups.get('property-group:deals/loyalty')).toMatchObject({ basis: 'inferred', fields: {} });
  });

  it('turns the create of a group that exists into its update', async () => {
    const kind = kindNamed(listKinds('documented'), 'property-group');
    const spec = { objectType: 'tickets', name: 'loyalty', displayName: 'Loyalty', displayOrder: 4 };
    await apply('property-group', [creating(kind, spec)]);
    const [call] = kind.writer.write([creating(kind, { ...spec, displayName: 'Points' })]).calls;
    if (call?.onConflict === undefined) throw new Error('a group create has an update to fall back on');
    await expect(client.send(call)).rejects.toMatchObject({ status: 409 });
    const { value } = await client.send(call.onConflict);
    expect(kind.writer.settle(call.onConflict, call.covers, value)).toEqual([
      { address: call.covers[0], status: 'applied', echo: { displayName: 'Points', displayOrder: 4 } },
    ]);
  });

  it.each(OTHERS)('is echoed: a %s %j', async (name, declared) => {
    await apply(
      name,
      specs(name, [declared]).map((spec) => creating(kindNamed(listKinds('documented'), name), spec)),
    );
  });

  it('sets, raises, lowers and purges limits', async () => {
    const kind = kindNamed(listKinds('documented'), 'association-limit');
    const low = LIMITS.map((declared) => kind.spec(declared) ?? {});
    const high = low.map((spec) => ({ ...spec, maxToObjectIds: Number(spec['maxToObjectIds']) + 5 }));
    const held = async () => (await service.snapshot(1001)).limits.map(({ maxToObjectIds }) => maxToObjectIds);
    const move = (from: readonly Fields[], to: readonly Fields[]) =>
      apply(
        'association-limit',
        to.map((spec, index) => updating(kind, spec, ['maxToObjectIds'], from[index])),
      );

    await apply(
      'association-limit',
      low.map((spec) => creating(kind, spec)),
    );
    await move(low, high);
    expect(await held()).toEqual([8, 7, 6]);
    await move(high, low);
    expect(await held()).toEqual([3, 2, 1]);
    await apply(
      'association-limit',
      low.map((spec) => removing(kind, spec)),
    );
    expect(await held()).toEqual([]);
  });

  it('tells the refused limit of a batch from the applied limit', async () => {
    const kind = kindNamed(listKinds('documented'), 'association-limit');
    const pair = { from: 'contacts', to: 'deals' };
    const above = { ...pair, category: 'USER_DEFINED', typeId: 7, maxToObjectIds: 9 };
    await apply('association-limit', [
      creating(kind, { ...pair, category: 'SERVICE_DEFINED', typeId: 4, maxToObjectIds: 2 }),
    ]);
    const [call] = kind.writer.write(
      [above, { ...above, typeId: 8, maxToObjectIds: 1 }].map((spec) => creating(kind, spec)),
    ).calls;
    if (call === undefined) throw new Error('limits are set by a call');
    const settled = kind.writer.settle(call, call.covers, (await client.send(call)).value);
    expect(settled).toMatchObject([
      { status: 'failed', message: expect.stringMatching(/not 9$/) },
      { status: 'applied', echo: { maxToObjectIds: 1 } },
    ]);
  });
});
