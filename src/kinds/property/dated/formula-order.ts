/** Orders changes to properties: a formula comes after the properties in it. A formula that refers back to its own property is blocked. */

import type { Address } from '../../../model/address.ts';
import type { Blockage, DesiredChange } from '../../../model/kind.ts';
import { namedInFormula } from '../formula.ts';
import type { PropertySpec } from '../spec.ts';

type Change = DesiredChange<PropertySpec>;

/** Cycles up to this size are reported completely. In larger cycles, each formula reports only the next property. */
const NAMED_IN_FULL = 20;

/** Returns lists of changes. The changes of a list can be made together, after the lists before it. */
export function inFormulaOrder(changes: readonly Change[]): readonly (readonly Change[])[] {
  const named = findNamed(changes);
  const depths = new Map<Address, number>();
  for (const group of groupKnots(named))
    for (const address of group) {
      // The formulas of a cycle are blocked elsewhere. Here the loop only has to end.
      const before = (named.get(address) ?? []).map((next) => (depths.get(next) ?? 0) + 1);
      depths.set(
        address,
        before.reduce((deepest, depth) => Math.max(deepest, depth), named.has(address) ? 1 : 0),
      );
    }
  const byDepth = Map.groupBy(changes, ({ address }) => depths.get(address) ?? 0);
  return [...byDepth].toSorted(([one], [other]) => one - other).map(([, same]) => same);
}

/** Blocks changes of formulas that refer back to their own property. */
export function formulaCycles(changes: readonly Change[]): readonly Blockage[] {
  const named = findNamed(changes);
  const knots = new Map<Address, ReadonlySet<Address>>();
  for (const knot of groupKnots(named)) {
    const members = new Set(knot);
    for (const address of knot) knots.set(address, members);
  }
  return [...named.keys()].flatMap((address): readonly Blockage[] => {
    const way = wayBack(address, named, knots.get(address) ?? new Set());
    if (way === undefined) return [];
    const by = way.length === 0 ? 'itself' : `${way.join(', ')}, which leads back to it`;
    return [{ address, because: 'no-endpoint', reason: `Its formula names ${by}.`, section: '11.3' }];
  });
}

type Named = ReadonlyMap<Address, readonly Address[]>;

/** Returns, for each change with a formula, the changed properties in the formula. */
function findNamed(changes: readonly Change[]): Named {
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

/**
 * Returns groups of properties that refer to each other. Each group comes after the groups that it refers to. A chain may be long, so the
 * search uses no recursion.
 */
function groupKnots(named: Named): readonly (readonly Address[])[] {
  const numbers = new Map<Address, number>();
  const settled = new Set<Address>();
  const open: Address[] = [];
  const knots: (readonly Address[])[] = [];
  const enter = (address: Address) => {
    const number = numbers.size;
    numbers.set(address, number);
    const position = open.push(address) - 1;
    return { number, position, lowest: number, rest: (named.get(address) ?? []).values() };
  };
  for (const start of named.keys()) {
    const way = numbers.has(start) ? [] : [enter(start)];
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const { value: next } = top.rest.next();
      if (next !== undefined) {
        const number = numbers.get(next);
        if (number === undefined) way.push(enter(next));
        else if (!settled.has(next)) top.lowest = Math.min(top.lowest, number);
        continue;
      }
      way.pop();
      const above = way.at(-1);
      if (above !== undefined) above.lowest = Math.min(above.lowest, top.lowest);
      if (top.lowest < top.number) continue;
      const knot = open.splice(top.position);
      for (const address of knot) settled.add(address);
      knots.push(knot);
    }
  }
  return knots;
}

/** Returns the addresses on a path from the property back to itself. Returns undefined if there is no path. */
function wayBack(start: Address, named: Named, knot: ReadonlySet<Address>): readonly Address[] | undefined {
  const own = named.get(start) ?? [];
  if (knot.size > NAMED_IN_FULL) return own.includes(start) ? [] : own.filter((next) => knot.has(next)).slice(0, 1);
  const seen = new Set<Address>();
  const search = (address: Address, way: readonly Address[]): readonly Address[] | undefined => {
    for (const next of named.get(address) ?? []) {
      if (next === start) return way;
      if (seen.has(next) || !knot.has(next)) continue;
      seen.add(next);
      const found = search(next, [...way, next]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(start, []);
}
