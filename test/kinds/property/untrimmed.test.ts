import { afterEach, expect, it } from 'vitest';
import { SURFACES } from '../../../src/contract/surfaces.ts';
import { aWorld, GROUP, newParts, told, type World } from '../../engine/applying.ts';
import { declare } from '../../engine/planning.ts';

const text = { objectType: 'contacts', groupName: 'loyalty', type: 'string', fieldType: 'text' } as const;
const open: World[] = [];
afterEach(async () => {
  for (const { service } of open.splice(0)) await service.close();
});

it.each(SURFACES)('a name with blanks at its ends is distinct from the trimmed name on %s', async (surface) => {
  const properties = [' edge ', 'edge'].map((name) => ({ ...text, name, label: name }));
  const groups = [{ objectType: 'contacts', name: 'loyalty', displayName: 'Loyalty' }];
  const world = await aWorld(await newParts({ accounts: [{ hubId: 1001, groups, properties }] }), surface);
  open.push(world);
  const address = 'property:contacts/%20edge%20';
  const declared = [GROUP, declare('property', { ...text, name: ' edge ', label: 'Edge' })];
  const plan = await world.plan(declared);
  expect(plan.changes.find((change) => change.address === address)).toMatchObject({ action: 'update' });
  expect(told(await world.apply(plan))).toMatchObject({ [address]: 'applied' });
  const labels = (await world.service.snapshot(1001)).properties['contacts']?.map(({ name, label }) => [name, label]);
  expect(labels).toEqual(
    expect.arrayContaining([
      [' edge ', 'Edge'],
      ['edge', 'edge'],
    ]),
  );
  expect((await world.plan(declared)).calls).toEqual([]);
});
