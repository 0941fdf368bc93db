/** The order of changes to properties: a formula comes after what it names, and one that names itself never does. */

import type { Address } from '../../../model/address.ts';
import type { Blockage, DesiredChange } from '../../../model/kind.ts';
import { namedInFormula } from '../formula.ts';
import type { PropertySpec } from '../spec.ts';

type Change = DesiredChange<PropertySpec>;

/** Changes that can be made at once, one list after the other. */
export function inFormulaOrder(changes: readonly Change[]): readonly (readonly Change[])[] {
  const named = namedBy(changes);
  const depths = new Map<Address, number>();
  const depthOf = (address: Address): number => {
    const known = depths.get(address);
    if (known !== undefined) return known;
    const own = named.get(address);
    // Those of a cycle are blocked: here it only has to end.
    depths.set(address, 0);
    const depth = own === undefined ? 0 : own.reduce((deepest, next) => Math.max(deepest, depthOf(next) + 1), 1);
    depths.set(address, depth);
    return depth;
  };
  const byDepth = Map.groupBy(changes, ({ address }) => depthOf(address));
  return [...byDepth].toSorted(([one], [other]) => one - other).map(([, same]) => same);
}

/** Changes of formulas that lead back to their own property. */
export function formulaCycles(changes: readonly Change[]): readonly Blockage[] {
  const named = namedBy(changes);
  return [...named.keys()].flatMap((address): readonly Blockage[] => {
    const way = wayBack(address, named);
    if (way === undefined) return [];
    const by = way.length === 0 ? 'itself' : `${way.join(', ')}, which leads back to it`;
    return [{ address, because: 'no-endpoint', reason: `Its formula names ${by}.`, section: '11.3' }];
  });
}

type Named = ReadonlyMap<Address, readonly Address[]>;

/** Of those with a formula: what it names of what changes. */
function namedBy(changes: readonly Change[]): Named {
  const calculated = changes.filter(({ spec }) => spec?.calculationFormula !== undefined);
  if (calculated.length === 0) return new Map();
  const changing = new Set(changes.map(({ address }) => address));
  return new Map(
    calculated.map(({ address, spec }) => [
      address,
      spec === undefined ? [] : namedInFormula(spec).filter((other) => changing.has(other)),
    ]),
  );
}

/** The addresses between it and itself; undefined where no way leads back. */
function wayBack(start: Address, named: Named): readonly Address[] | undefined {
  const seen = new Set<Address>();
  const search = (address: Address, way: readonly Address[]): readonly Address[] | undefined => {
    for (const next of named.get(address) ?? []) {
      if (next === start) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      const found = search(next, [...way, next]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(start, []);
}
