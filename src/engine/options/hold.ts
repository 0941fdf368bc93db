/** A list of options whose drift is held: what somebody changed in the account stays, and the rest of the file's change is made. Pure. */

import type { Option } from '../../model/option.ts';
import { sameOption } from '../compare.ts';
import { optionDrift } from './drift.ts';

export interface HeldOptions {
  /** What to ask for instead of what is declared. */
  readonly wanted: readonly Option[];
  /** Values of the options that moved in the account while the file stood still. */
  readonly held: ReadonlySet<string>;
}

export function holdOptions(
  declared: readonly Option[],
  applied: readonly Option[],
  live: readonly Option[],
): HeldOptions {
  const was = new Map(applied.map((option) => [option.value, option]));
  const now = new Map(live.map((option) => [option.value, option]));
  const stands = new Set(
    declared.filter((option) => isUnchanged(option, was.get(option.value))).map(({ value }) => value),
  );
  const keepsOrder = sameOrder(declared, applied);
  const drift = optionDrift(applied, live).filter(
    ({ value, change }) => stands.has(value) && (change !== 'move' || keepsOrder),
  );
  const held = new Set(drift.map(({ value }) => value));
  const wanted = declared.flatMap((option) => {
    const found = now.get(option.value);
    if (!held.has(option.value)) return [option];
    return found === undefined ? [] : [asFound(option, found)];
  });
  const ours = live.filter(({ value }) => was.has(value));
  return { wanted: keepsOrder ? inOrderOf(ours, wanted) : wanted, held };
}

function isUnchanged(option: Option, applied: Option | undefined): boolean {
  return applied !== undefined && sameOption(option, applied) && sameOption(applied, option);
}

/** The declared members, as the account has them. */
function asFound(option: Option, found: Option): Option {
  const own = Object.entries(found).filter(([member]) => Object.hasOwn(option, member));
  return { ...option, ...Object.fromEntries(own) };
}

/** Those that both lists have. */
function sameOrder(one: readonly Option[], other: readonly Option[]): boolean {
  const places = new Map(other.map(({ value }, index) => [value, index]));
  const order = one.flatMap(({ value }) => places.get(value) ?? []);
  return order.every((place, index) => index === 0 || place > (order[index - 1] ?? 0));
}

/** The options that both lists have, in the order of the first; the others where they are. */
function inOrderOf(live: readonly Option[], options: readonly Option[]): readonly Option[] {
  const places = new Map(live.map(({ value }, index) => [value, index]));
  const sorted = options
    .filter(({ value }) => places.has(value))
    .toSorted((a, b) => (places.get(a.value) ?? 0) - (places.get(b.value) ?? 0))
    .values();
  return options.map((option) => (places.has(option.value) ? (sorted.next().value ?? option) : option));
}
