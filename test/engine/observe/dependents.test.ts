import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Address } from '../../../src/model/address.ts';
import { NOTHING, type Schema } from '../../laws/schema.ts';
import { aWorld, converge, HUB, type World } from '../../laws/world.ts';
import { planAllowing } from '../../support/consents.ts';

const GROUP = { objectType: 'contacts', name: 'loyalty', displayName: 'Loyalty' };
const EMPTY: Schema = { ...NOTHING, groups: [GROUP] };
const LOYALTY: Address = 'property-group:contacts/loyalty';

let world: World;
beforeEach(async () => {
  world = await aWorld('dated');
  await converge(world.reconciler(EMPTY), []);
});
afterEach(() => world.close());

async function reads(work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = (await world.service.calls()).length;
  await work();
  const calls = (await world.service.calls()).slice(before);
  return calls.flatMap(({ endpoint }) => (endpoint?.startsWith('listDated') ? endpoint : []));
}

test('properties are read only for a group that the files dropped', async () => {
  expect(await reads(() => world.reconciler(EMPTY).plan())).toEqual(['listDatedGroups']);
  expect(await reads(() => world.reconciler(NOTHING).drift())).toEqual(['listDatedGroups']);
  expect((await reads(() => world.reconciler(NOTHING).plan())).toSorted()).toEqual([
    'listDatedGroups',
    'listDatedProperties',
  ]);
});

test('a property that joins the group after a plan was saved makes the plan stale', async () => {
  const reconciler = world.reconciler(NOTHING);
  const plan = await planAllowing(reconciler, ['group-removal']);
  expect(plan.changes.map(({ address, action }) => [address, action])).toEqual([[LOYALTY, 'remove']]);
  const theirs = { name: 'theirs', label: 'Theirs', groupName: 'loyalty', type: 'string', fieldType: 'text' };
  await world.service.admin(HUB).addProperty('contacts', { ...theirs, options: [] });
  await expect(reconciler.apply(plan, { saved: true })).rejects.toMatchObject({
    code: 'account-changed',
    message: expect.stringContaining(LOYALTY),
  });
});
