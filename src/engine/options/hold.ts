/** Applies the other changes of the file to a list with held drift, and keeps the changes of the account. Pure. */

import type { Option } from '../../model/option.ts';
import { sameOption } from '../compare.ts';
import type { OptionLists } from './forms.ts';
import { leftSince } from './left.ts';
import { byValue, inOrderOf, membersOf, sameOrder } from './lists.ts';

export interface HeldOptions {
  /** Options to request instead of the declared options. */
  readonly desired: readonly Option[];
  /** Values of the options that changed in the account and that the file did not change, or dropped. */
  readonly held: ReadonlySet<string>;
  /** Options of them that the file dropped, as they were applied. */
  readonly dropped: readonly Option[];
}

export function holdOptions({ declared, applied, retire }: OptionLists, live: readonly Option[]): HeldOptions {
  const was = byValue(applied);
  const now = byValue(live);
  const stands = new Set(
    declared.filter((option) => isUnchanged(option, was.get(option.value))).map(({ value }) => value),
  );
  const keepsOrder = sameOrder(declared, applied);
  const named = new Set([...declared, ...retire].map(({ value }) => value));
  const drift = leftSince(applied, live).filter(({ value, change }) => {
    if (!named.has(value)) return change === 'update';
    return stands.has(value) && (change !== 'move' || keepsOrder);
  });
  const held = new Set(drift.map(({ value }) => value));
  const desired = declared.flatMap((option) => {
    const found = now.get(option.value);
    if (!held.has(option.value)) return [option];
    // The declared members, as the account has them.
    return found === undefined ? [] : [{ ...option, ...membersOf(found, Object.keys(option)) }];
  });
  const ours = live.filter(({ value }) => was.has(value));
  const dropped = applied.filter(({ value }) => held.has(value) && !named.has(value));
  return { desired: keepsOrder ? inOrderOf(ours, desired) : desired, held, dropped };
}

function isUnchanged(option: Option, applied: Option | undefined): boolean {
  return applied !== undefined && sameOption(option, applied) && sameOption(applied, option);
}
