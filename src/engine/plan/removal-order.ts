/** Removals in the order of the account: each after those that need it, and none of what is still needed. Pure. */

import type { Address } from '../../model/address.ts';
import type { Kind } from '../../model/kind.ts';
import type { Live } from '../../model/live.ts';
import { compareNatural } from '../../model/natural.ts';
import { kindsByName } from '../kind-lookup.ts';
import type { Decision } from './decision.ts';
import { block } from './route.ts';

/** Named in one reason. */
const NAMED = 3;

/** A removal that is blocked can block another one, so this goes on until nothing changes. */
export function orderRemovals(decisions: readonly Decision[], live: Live, kinds: readonly Kind[]): readonly Decision[] {
  if (!decisions.some(isRemoval)) return decisions;
  let ordered = decisions;
  let before: readonly Decision[];
  do {
    before = ordered;
    const needing = needsOf(before, live, kinds);
    ordered = before.map((decision) =>
      isRemoval(decision) ? after(decision, needing(decision.change.address)) : decision,
    );
  } while (ordered.some(({ change }, index) => change.action !== before[index]?.change.action));
  return ordered;
}

function isRemoval({ desired }: Decision): boolean {
  return desired?.action === 'remove';
}

interface Needing {
  /** Need it now and no longer once the plan is applied. */
  readonly leaving: readonly Address[];
  /** Need it once the plan is applied. */
  readonly staying: readonly Address[];
}

function after(decision: Decision, { leaving, staying }: Needing): Decision {
  if (staying.length > 0) return block(decision, { because: 'dependency-blocked', reason: neededBy(staying) });
  return { ...decision, change: { ...decision.change, dependsOn: leaving } };
}

function neededBy(addresses: readonly Address[]): string {
  const more = addresses.length > NAMED ? ` and ${addresses.length - NAMED} more` : '';
  const need = addresses.length === 1 ? 'needs' : 'need';
  return `It cannot be deleted while ${addresses.slice(0, NAMED).join(', ')}${more} ${need} it.`;
}

/** Who needs an address: as the account has it, and as the plan leaves it. */
function needsOf(decisions: readonly Decision[], live: Live, kinds: readonly Kind[]): (address: Address) => Needing {
  const byName = kindsByName(kinds);
  const planned = new Map(decisions.map((decision) => [decision.change.address, decision] as const));
  const needing = Map.groupBy(
    decisions.flatMap((decision) => needsOfOne(decision, byName.get(decision.change.kind))),
    ({ needed }) => needed,
  );
  return (address) => {
    const known = needing.get(address) ?? [];
    const then = known.filter(({ goes }) => !goes).map(({ by }) => by);
    const now = live.dependents?.get(address) ?? [];
    const left = (one: Address): boolean => planned.get(one)?.desired !== undefined && !then.includes(one);
    const goes = known.filter((one) => one.goes).map(({ by }) => by);
    return {
      leaving: sorted([...now.filter(left), ...goes]),
      staying: sorted([...now.filter((one) => !left(one)), ...then]),
    };
  };
}

interface Need {
  readonly needed: Address;
  readonly by: Address;
  /** It is removed, too. */
  readonly goes: boolean;
}

function needsOfOne({ change: { address }, desired }: Decision, kind: Kind | undefined): readonly Need[] {
  const needs = kind?.needs;
  const goes = desired?.action === 'remove';
  if (needs === undefined || desired === undefined || !(goes || needs.firm)) return [];
  const fields = { ...desired.before, ...desired.after };
  return needs.of({ address, fields }).map((needed) => ({ needed, by: address, goes }));
}

function sorted(addresses: readonly Address[]): readonly Address[] {
  return [...new Set(addresses)].sort(compareNatural);
}
