import { expect, it } from 'vitest';
import type { DesiredResource } from '../../../../src/model/desired.ts';
import { GROUP, told } from '../../../engine/applying.ts';
import { declare } from '../../../engine/planning.ts';
import { closedWorlds } from '../../../engine/worlds.ts';

const { world } = closedWorlds('dated');

const text = (name: string): DesiredResource =>
  declare('property', {
    ...{ objectType: 'contacts', groupName: 'loyalty', name, label: `Label of ${name}` },
    ...{ type: 'string', fieldType: 'text' },
  });
const many = (count: number): readonly DesiredResource[] =>
  Array.from({ length: count }, (_, index) => text(`p${String(index + 1).padStart(3, '0')}`));

it('creates 250 properties of one object type in three batches, and plans nothing afterwards', async () => {
  const { plan, apply, service } = await world();
  const declared = [GROUP, ...many(250)];
  const made = await plan(declared);
  expect(made.calls.map(({ endpoint, covers, after }) => [endpoint, covers.length, after])).toEqual([
    ['createDatedGroup', 1, []],
    ['createDatedProperties', 100, ['c1']],
    ['createDatedProperties', 100, ['c1']],
    ['createDatedProperties', 50, ['c1']],
  ]);
  const result = await apply(made);
  expect(result.summary).toEqual({ applied: 251, accepted: 0, skipped: 0, failed: 0, conflict: 0, uncertain: 0 });
  expect(result.calls.write).toBe(4);
  expect(
    ((await service.snapshot(1001)).properties['contacts'] ?? []).filter(({ name }) => /^p\d{3}$/.test(name)),
  ).toHaveLength(250);
  const again = await plan(declared);
  expect([again.calls, again.adopt, again.summary.keep]).toEqual([[], [], 251]);
  expect(told(result)['property:contacts/p250']).toBe('applied');
});
