import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DesiredResource } from '../../../../src/model/desired.ts';
import { GROUP, told } from '../../../engine/applying.ts';
import { declare } from '../../../engine/planning.ts';
import { closedWorlds } from '../../../engine/worlds.ts';
import { cases } from '../../../laws/cases.ts';

const { world } = closedWorlds('dated');

/** Positions of the properties that the formula of each property names. Empty if it has no formula. */
type Graph = readonly (readonly number[])[];

const graphs: fc.Arbitrary<Graph> = fc
  .integer({ min: 1, max: 8 })
  .chain((size) => fc.array(fc.uniqueArray(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size }));

const declared = (graph: Graph): readonly DesiredResource[] =>
  graph.map((named, index) =>
    declare('property', {
      ...{ objectType: 'contacts', groupName: 'loyalty', name: `p${index}`, label: `P${index}`, type: 'number' },
      ...(named.length === 0
        ? { fieldType: 'number' }
        : { fieldType: 'calculation_equation', calculationFormula: named.map((one) => `p${one}`).join(' + ') }),
    }),
  );

/** Positions from which a way leads to a circle. */
function doomed(graph: Graph): ReadonlySet<number> {
  const free = new Set<number>();
  for (let before = -1; free.size !== before; ) {
    before = free.size;
    for (const [index, named] of graph.entries()) if (named.every((one) => free.has(one))) free.add(index);
  }
  return new Set(graph.keys().filter((index) => !free.has(index)));
}

it('creates formulas without a cycle in a valid order, and blocks the others', async () => {
  await fc.assert(
    fc.asyncProperty(graphs, async (graph) => {
      const { plan, apply } = await world();
      const resources = [GROUP, ...declared(graph)];
      const made = await plan(resources);
      const blocked = made.changes.filter(({ action }) => action === 'blocked').map(({ address }) => address);
      expect(blocked).toEqual([...doomed(graph)].map((index) => `property:contacts/p${index}`));
      const result = await apply(made, { skipBlocked: true });
      expect(new Set(Object.values(told(result)))).toEqual(new Set(['applied']));
      expect((await plan(resources)).calls).toEqual([]);
    }),
    cases(15),
  );
});
