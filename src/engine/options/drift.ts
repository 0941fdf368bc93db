/** Compares an option list with the last apply, and separates the changes of trueup's own calls. */

import type { OptionChange } from '../../model/change.ts';
import type { Fields, Json } from '../../model/json.ts';
import type { ForeignOption, Option } from '../../model/option.ts';
import { asOptions, sameOption } from '../compare.ts';
import type { OwnWrites } from '../own-writes.ts';
import { leftSince } from './left.ts';
import { byValue, membersOf, sameOrder } from './lists.ts';
import { named } from './merge.ts';

export interface OptionsDrift {
  /** Our options that differ from the last apply, for any cause. */
  readonly left: readonly OptionChange[];
  /** Differences that no call of trueup caused. */
  readonly theirs: readonly OptionChange[];
  /** Options that others added. */
  readonly foreign: readonly ForeignOption[];
}

/**
 * Attributes to trueup only options that a call changed and that are as the call left them. Any other difference is the change of another
 * user.
 */
export function driftOptions(field: string, applied: Json, now: Json, own: OwnWrites): OptionsDrift {
  const [was, live] = [asOptions(applied), asOptions(now)];
  const left = leftSince(was, live);
  const ours = byValue(was);
  return {
    left,
    theirs: left.flatMap((change) => foreignChange(change, { field, live, own })),
    foreign: live.filter((option) => !ours.has(option.value) && !addsOption(own, field, option)).map(named),
  };
}

/** True if a call of trueup, or a record of another moment, explains the option. */
export function addsOption({ open, recorded }: OwnWrites, field: string, option: Option): boolean {
  if (recorded.some((fields) => optionIn(asOptions(fields[field]), option.value) !== undefined)) return true;
  return listCalls(open, field).some(({ before = [], after }) => {
    const added = optionIn(after, option.value);
    if (added === undefined || optionIn(before, option.value) !== undefined) return false;
    return Object.keys(added).every((member) => member === 'displayOrder' || agrees(member, added, option));
  });
}

interface Listed {
  readonly field: string;
  readonly live: readonly Option[];
  readonly own: OwnWrites;
}

/** Returns the part of a change that trueup did not make. Returns nothing if trueup made all of it. */
export function foreignChange(change: OptionChange, { field, live, own }: Listed): readonly OptionChange[] {
  const was = (fields: Fields): boolean => {
    const applied = fields[field];
    return applied === undefined || !leftSince(asOptions(applied), live).some(({ value }) => value === change.value);
  };
  if (own.recorded.some(was)) return [];
  const calls = listCalls(own.open, field);
  switch (change.change) {
    case 'remove': {
      const removes = ({ before, after }: ListCall) =>
        optionIn(after, change.value) === undefined &&
        (before === undefined || optionIn(before, change.value) !== undefined);
      return calls.some(removes) ? [] : [change];
    }
    case 'move':
      return calls.some((call) => ordersAs(call, live)) ? [] : [change];
    default:
      return foreignMembers(change, calls, optionIn(live, change.value));
  }
}

interface ListCall {
  /** Undefined: the property did not exist. */
  readonly before: readonly Option[] | undefined;
  readonly after: readonly Option[];
}

/** Returns the calls that write the list. A call that does not write it expects the current list, with options of other users. */
function listCalls(open: OwnWrites['open'], field: string): readonly ListCall[] {
  return open.flatMap(({ before, expects }) => {
    const after = expects[field];
    if (after === undefined || (before !== null && before[field] === undefined)) return [];
    return [{ before: before === null ? undefined : asOptions(before[field]), after: asOptions(after) }];
  });
}

function foreignMembers(
  change: OptionChange,
  calls: readonly ListCall[],
  live: Option | undefined,
): readonly OptionChange[] {
  if (change.before === undefined || change.after === undefined || live === undefined) return [change];
  const [applied, shown] = [change.before as Option, change.after as Option];
  const isOwn = (member: string): boolean =>
    agrees(member, applied, live) ||
    calls.some(({ before, after }) => {
      const [found, left] = [before && optionIn(before, live.value), optionIn(after, live.value)];
      return left !== undefined && agrees(member, left, live) && (found === undefined || !agrees(member, left, found));
    });
  const theirs = Object.keys(applied).filter((member) => member === 'value' || !isOwn(member));
  if (theirs.length === 1) return [];
  return [{ ...change, before: membersOf(applied, theirs), after: membersOf(shown, theirs) }];
}

/** Compares one member of an option by the rule for whole options. */
function agrees(member: string, desired: Option, live: Option): boolean {
  return sameOption({ value: live.value, label: live.label, ...membersOf(desired, [member]) }, live);
}

/** The call puts options in another order, and that is the order they have. */
function ordersAs({ before, after }: ListCall, live: readonly Option[]): boolean {
  return (before === undefined || !sameOrder(before, after)) && sameOrder(after, live);
}

function optionIn(list: readonly Option[], value: string): Option | undefined {
  return list.find((option) => option.value === value);
}
