/** Takes out of a resource's drift what our own calls wrote: those that are still open, and those made while it was read. */

import type { FieldChange, OptionChange } from '../../model/change.ts';
import type { Fields, Json } from '../../model/json.ts';
import type { FieldRule, Kind } from '../../model/kind.ts';
import type { Option } from '../../model/option.ts';
import { asOptions, equalField, equalJson, sameOption } from '../compare.ts';
import { optionDrift } from '../options/drift.ts';

/** What our own runs may have left of one resource, beside the record. */
export interface OwnWrites {
  /** Calls that may have taken effect: what they overwrite and what they leave. */
  readonly open: readonly { readonly before: Fields | null; readonly expects: Fields }[];
  /** Fields of the record at other moments of the look: a read may show the resource as it was at any of them. */
  readonly recorded: readonly Fields[];
}

/**
 * Only what a call changes and what stands there as it leaves it is ours. What stands there as the call found it, or as
 * nobody of us ever wrote it, is somebody else's.
 */
export function foreignPart(
  kind: Pick<Kind, 'fields'>,
  drift: readonly FieldChange[],
  found: Fields,
  own: OwnWrites,
): readonly FieldChange[] {
  return drift.flatMap((change): readonly FieldChange[] => {
    const { field, options } = change;
    const rule = kind.fields[field];
    const now = found[field] ?? null;
    if (rule === undefined) return [change];
    if (options === undefined) return isOwnField(rule, field, now, own) ? [] : [change];
    const theirs = options.flatMap((option) => foreignOption(option, { field, now, own }));
    return theirs.length === 0 ? [] : [{ ...change, options: theirs }];
  });
}

/** Whether a call of ours, or a record of another moment, made the option what it is. */
export function addsOption({ open, recorded }: OwnWrites, field: string, option: Option): boolean {
  if (recorded.some((fields) => optionIn(asOptions(fields[field]), option.value) !== undefined)) return true;
  return listCalls(open, field).some(({ before = [], after }) => {
    const added = optionIn(after, option.value);
    if (added === undefined || optionIn(before, option.value) !== undefined) return false;
    return Object.keys(added).every((member) => member === 'displayOrder' || agrees(member, added, option));
  });
}

function isOwnField(rule: FieldRule, field: string, now: Json, { open, recorded }: OwnWrites): boolean {
  // A record that did not have the field says nothing of it.
  if (recorded.some((fields) => fields[field] === undefined || equalField(rule, fields[field], now))) return true;
  return open.some(({ before, expects }) => {
    const after = expects[field];
    return after !== undefined && equalField(rule, after, now) && moves(before, field, after);
  });
}

/** Whether the call sets the field to something else than it found. */
function moves(before: Fields | null, field: string, after: Json): boolean {
  return before === null || (before[field] !== undefined && !equalJson(before[field], after));
}

interface Place {
  readonly field: string;
  readonly now: Json;
  readonly own: OwnWrites;
}

/** None when all of it is ours; of a changed option only the members that are not. */
function foreignOption(change: OptionChange, { field, now, own }: Place): readonly OptionChange[] {
  const was = (fields: Fields): boolean => {
    const applied = fields[field];
    return applied === undefined || !optionDrift(applied, now).some(({ value }) => value === change.value);
  };
  if (own.recorded.some(was)) return [];
  const calls = listCalls(own.open, field);
  const live = asOptions(now);
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

/** The calls that write the list: one that does not expects it to hold whatever others put there. */
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
  const [applied, shown] = asOptions([change.before, change.after].filter((option) => option !== undefined));
  if (applied === undefined || shown === undefined || live === undefined) return [change];
  const isOwn = (member: string): boolean =>
    agrees(member, applied, live) ||
    calls.some(({ before, after }) => {
      const [found, left] = [before && optionIn(before, live.value), optionIn(after, live.value)];
      return left !== undefined && agrees(member, left, live) && (found === undefined || !agrees(member, left, found));
    });
  const theirs = Object.keys(applied).filter((member) => member === 'value' || !isOwn(member));
  if (theirs.length === 1) return [];
  return [{ ...change, before: pick(applied, theirs), after: pick(shown, theirs) }];
}

/** Whether one member of an option is as wanted, by the rule that compares whole options. */
function agrees(member: string, wanted: Option, live: Option): boolean {
  return sameOption({ value: live.value, label: live.label, ...pick(wanted, [member]) }, live);
}

/** The call puts options in another order, and that is the order they have. */
function ordersAs({ before, after }: ListCall, live: readonly Option[]): boolean {
  const orderIn = (list: readonly Option[], others: readonly Option[]): readonly string[] =>
    list.map(({ value }) => value).filter((value) => optionIn(others, value) !== undefined);
  const moved = before === undefined || !equalJson(orderIn(before, after), orderIn(after, before));
  return moved && equalJson(orderIn(after, live), orderIn(live, after));
}

function optionIn(list: readonly Option[], value: string): Option | undefined {
  return list.find((option) => option.value === value);
}

function pick(option: Option, members: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(option).filter(([member]) => members.includes(member)));
}
