import { expect, it } from 'vitest';
import { findDrift } from '../../../../src/engine/drift/drift.ts';
import { observe } from '../../../../src/engine/observe/observe.ts';
import { listKinds } from '../../../../src/kinds/index.ts';
import { formatAddress } from '../../../../src/model/address.ts';
import type { Consent } from '../../../../src/model/policy.ts';
import { GROUP, HUB, TIER, told, type World } from '../../../engine/applying.ts';
import { declare, tier } from '../../../engine/planning.ts';
import { closedWorlds } from '../../../engine/worlds.ts';

const { settled } = closedWorlds('dated');

const drift = async ({ caller, ledger }: World) => {
  const known = await ledger();
  const kinds = listKinds('dated');
  const live = await observe({ desired: { resources: [] }, ledger: known, kinds, reader: caller, concurrency: 4 });
  return findDrift({ account: { name: 'sandbox', hubId: HUB }, ledger: known, live, kinds }).resources;
};
const removing = ({ address }: { readonly address: string }): Consent => ({
  risk: address.startsWith('property-group:') ? 'group-removal' : 'property-removal',
  address,
});

it('finds an edit of a property and its group, and overwrites only changed fields', async () => {
  const world = await settled([GROUP, TIER]);
  await world.service.admin(HUB).editProperty('contacts', 'loyaltytier', { label: 'Rank' });
  await world.service.admin(HUB).editGroup('contacts', 'loyalty', { displayName: 'Points', displayOrder: 9 });
  const drifted = { status: 'drifted', basis: 'observed' };
  expect(await drift(world)).toMatchObject([
    { address: GROUP.address, ...drifted, fields: [{ field: 'displayName', after: 'Points' }] },
    { address: TIER.address, ...drifted, fields: [{ field: 'label', after: 'Rank' }] },
  ]);
  const plan = await world.plan([GROUP, TIER]);
  expect(plan.calls.map(({ endpoint, body }) => [endpoint, body])).toEqual([
    ['updateDatedGroup', { label: 'Loyalty' }],
    ['updateDatedProperty', { label: 'Loyalty tier' }],
  ]);
  expect(told(await world.apply(plan))).toEqual({ [GROUP.address]: 'applied', [TIER.address]: 'applied' });
  expect((await world.plan([GROUP, TIER])).calls).toEqual([]);
});

it('moves a group and a property, and changes a type in one call after consent', async () => {
  const world = await settled([GROUP, TIER]);
  const { objectType, groupName } = Object(TIER.spec);
  const retyped = declare('property', {
    ...{ objectType, groupName, name: 'loyaltytier', label: 'Loyalty tier', type: 'string', fieldType: 'html' },
  });
  const moved = declare('property-group', {
    ...{ objectType: 'contacts', name: 'loyalty', displayName: 'Loyalty', displayOrder: 0 },
  });
  expect((await world.plan([moved, retyped])).changes).toMatchObject([
    { action: 'update', fields: [{ field: 'displayOrder', after: 0 }] },
    { action: 'blocked', because: 'consent-required', risks: ['type-change'] },
  ]);
  const plan = await world.plan([moved, retyped], [{ risk: 'type-change' }]);
  expect(plan.calls.map(({ endpoint, body }) => [endpoint, body])).toEqual([
    ['updateDatedGroup', { displayOrder: 0 }],
    ['updateDatedProperty', { type: 'string', fieldType: 'html', options: [] }],
  ]);
  expect((await world.apply(plan)).summary).toMatchObject({ applied: 2, failed: 0 });
  expect((await world.plan([moved, retyped])).calls).toEqual([]);
});

it('archives properties and then their group, one call each, and finds nothing left', async () => {
  const size = tier({ name: 'size', label: 'Size' });
  const world = await settled([GROUP, TIER, size]);
  const plan = await world.plan([], [GROUP, TIER, size].map(removing));
  expect(plan.calls.map(({ id, endpoint, after }) => [id, endpoint, after])).toEqual([
    ['c1', 'archiveDatedProperty', []],
    ['c2', 'archiveDatedProperty', []],
    ['c3', 'archiveDatedGroup', ['c1', 'c2']],
  ]);
  expect((await world.apply(plan)).summary).toMatchObject({ applied: 3, failed: 0 });
  expect((await world.ledger()).records).toEqual({});
  const { properties } = await world.service.snapshot(HUB);
  expect((properties['contacts'] ?? []).filter(({ groupName }) => groupName === 'loyalty')).toEqual([]);
});

it('blocks the removal of a group that holds a property of others, and names it', async () => {
  const world = await settled([GROUP]);
  const theirs = { name: 'theirs', label: 'Theirs', groupName: 'loyalty', type: 'string', fieldType: 'text' };
  await world.service.admin(HUB).addProperty('contacts', theirs);
  expect((await world.plan([], [removing(GROUP)])).changes).toMatchObject([
    { address: GROUP.address, action: 'blocked', reason: expect.stringContaining('property:contacts/theirs') },
  ]);
});

it('fails to remove a group that received a property, and names the remedy', async () => {
  const world = await settled([GROUP]);
  const plan = await world.plan([], [removing(GROUP)]);
  const theirs = { name: 'theirs', label: 'Theirs', groupName: 'loyalty', type: 'string', fieldType: 'text' };
  await world.service.admin(HUB).addProperty('contacts', theirs);
  expect((await world.apply(plan)).outcomes).toMatchObject([
    {
      status: 'failed',
      message: "archiveDatedGroup was refused with 400: The group 'loyalty' has 1 active property.",
      hint: 'Move its properties to another group, or archive them, first.',
    },
  ]);
  expect((await world.ledger()).records).toHaveProperty([GROUP.address]);
});

it('fails to remove a used property, names its use, and continues', async () => {
  const size = tier({ name: 'size', label: 'Size' });
  const world = await settled([GROUP, TIER, size]);
  const usedIn = [{ parentType: 'WORKFLOW', parentName: 'Welcome' }];
  await world.service.admin(HUB).editProperty('contacts', 'loyaltytier', { usedIn });
  const result = await world.apply(await world.plan([GROUP], [TIER, size].map(removing)));
  expect(told(result)).toEqual({ [TIER.address]: 'failed', [size.address]: 'applied' });
  expect(result.outcomes[0]).toMatchObject({
    message: expect.stringMatching(/is currently used in 1 places and cannot be deleted \(.*WORKFLOW.*Welcome/),
    hint: 'Remove it from what uses it, in the account, first.',
  });
  expect(Object.keys((await world.ledger()).records)).toEqual([GROUP.address, TIER.address].toSorted());
});

it('does not take an answer with the old value for done', async () => {
  const world = await settled([GROUP, TIER]);
  const plan = await world.plan([GROUP, tier({ label: 'Level' })]);
  const result = await world.apply(plan, {
    caller: {
      read: (call) => world.caller.read(call),
      send: async (call) => world.caller.send({ ...call, body: { label: 'Loyalty tier' } }),
    },
  });
  expect(result.outcomes).toMatchObject([
    {
      status: 'failed',
      message: 'The service accepted the call, but its reply shows other values: label.',
      fields: [{ field: 'label', before: 'Level', after: 'Loyalty tier' }],
    },
  ]);
  expect((await world.ledger()).records[formatAddress('property', 'contacts', 'loyaltytier')]?.fields['label']).toBe(
    'Loyalty tier',
  );
});
