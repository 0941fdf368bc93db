/** Orders removals by the needs in the account: each after the resources that need it. Blocks removals that are still needed. Pure. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Kind } from '../../model/kind.ts';
import type { Live } from '../../model/live.ts';
import { compareNatural } from '../../model/natural.ts';
import { kindsByName } from '../kind-lookup.ts';
import { listed } from '../listed.ts';
import type { Decision } from './decision.ts';
import { block } from './route.ts';

/** Named in one reason. */
const NAMED = 3;

/** A blocked removal can block others, so these are checked again. */
export function orderRemovals(decisions: readonly Decision[], live: Live, kinds: readonly Kind[]): readonly Decision[] {
  const removals = decisions.filter(isRemoval).map(({ change }) => change.address);
  if (removals.length === 0) return decisions;
  const stuck = new Map<Address, readonly Address[]>();
  const needing = createNeedLookup(decisions, { live, kinds, stuck });
  const held = indexHeld(live);
  const leaving = new Set(removals);
  let next = removals;
  while (next.length > 0) {
    const found = next.flatMap((address): readonly (readonly [Address, readonly Address[]])[] => {
      const { staying } = stuck.has(address) ? NOTHING : needing(address);
      return staying.length === 0 ? [] : [[address, staying]];
    });
    for (const [address, staying] of found) stuck.set(address, staying);
    next = found.flatMap(([address]) => (held.get(address) ?? []).filter((other) => leaving.has(other)));
  }
  return decisions.map((decision) => {
    if (!isRemoval(decision)) return decision;
    const { address } = decision.change;
    const neededBy = stuck.get(address);
    if (neededBy !== undefined)
      return block(decision, { because: 'dependency-blocked', reason: formatNeedReason(neededBy, decision), neededBy });
    return { ...decision, change: { ...decision.change, dependsOn: needing(address).leaving } };
  });
}

function isRemoval({ desired }: Decision): boolean {
  return desired?.action === 'remove';
}

/** Returns the removable resources that each resource needs. */
function indexHeld({ dependents = new Map() }: Live): ReadonlyMap<Address, readonly Address[]> {
  const pairs = [...dependents].flatMap(([needed, by]) => by.map((one) => ({ needed, by: one })));
  const grouped = Map.groupBy(pairs, ({ by }) => by);
  return new Map([...grouped].map(([by, own]) => [by, own.map(({ needed }) => needed)]));
}

interface Needing {
  /** Need it now and no longer once the plan is applied. */
  readonly leaving: readonly Address[];
  /** Need it once the plan is applied. */
  readonly staying: readonly Address[];
}

const NOTHING: Needing = { leaving: [], staying: [] };

/** A revert ignores the files, so a declaration does not help there. */
function formatNeedReason(addresses: readonly Address[], { change: { because } }: Decision): string {
  const need = addresses.length === 1 ? 'needs' : 'need';
  return `It cannot be deleted while ${listed(addresses, NAMED)} ${need} it. First delete the resources that need it${because === 'reverted' ? '' : ', or declare it again'}.`;
}

interface Setting {
  readonly live: Live;
  readonly kinds: readonly Kind[];
  /** Removals that are blocked by now. */
  readonly stuck: ReadonlyMap<Address, readonly Address[]>;
}

/** Returns the resources that need an address, in the account and after the plan. */
function createNeedLookup(
  decisions: readonly Decision[],
  { live, kinds, stuck }: Setting,
): (address: Address) => Needing {
  const byName = kindsByName(kinds);
  const planned = new Set(decisions.flatMap(({ change, desired }) => (desired === undefined ? [] : [change.address])));
  const needing = Map.groupBy(
    decisions.flatMap((decision) => needsOfOne(decision, byName.get(decision.change.kind))),
    ({ needed }) => needed,
  );
  return (address) => {
    const known = (needing.get(address) ?? []).filter(({ by }) => !stuck.has(by));
    const then = new Set(known.filter(({ goes }) => !goes).map(({ by }) => by));
    const now = live.dependents?.get(address) ?? [];
    const isLeftForLater = (one: Address): boolean => planned.has(one) && !stuck.has(one) && !then.has(one);
    const goes = known.filter((one) => one.goes).map(({ by }) => by);
    return {
      leaving: sorted([...now.filter(isLeftForLater), ...goes]),
      staying: sorted([...now.filter((one) => !isLeftForLater(one)), ...then]),
    };
  };
}

interface Need {
  readonly needed: Address;
  readonly by: Address;
  /** True if the resource is removed too. */
  readonly goes: boolean;
}

function needsOfOne({ change: { address }, desired }: Decision, kind: Kind | undefined): readonly Need[] {
  const needs = kind?.needs;
  const goes = desired?.action === 'remove';
  if (needs === undefined || desired === undefined || !(goes || needs.firm)) return [];
  const { before, after, id } = desired;
  // A record can have the id of a resource that is gone.
  const live = before === undefined ? {} : defined({ id });
  return needs
    .of({ address, fields: { ...before, ...after }, ...live })
    .map((needed) => ({ needed, by: address, goes }));
}

function sorted(addresses: readonly Address[]): readonly Address[] {
  return [...new Set(addresses)].sort(compareNatural);
}
