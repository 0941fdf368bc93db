/** Reverts the changes of a run in an option list, option by option, and keeps later changes of other users. Pure. */

import type { Fields, Json } from '../../model/json.ts';
import type { Option } from '../../model/option.ts';
import { asOptions, sameOption } from '../compare.ts';
import { byValue, sameOrder } from './lists.ts';

export interface OptionsUndoInput {
  /** The list that the run found. */
  readonly before: Json;
  /** The list that it left; undefined when it took the list away. */
  readonly after: Json | undefined;
  readonly live: Json;
  /** Values of members that an entry lacks. */
  readonly unset: Fields;
  /** True to overwrite options of the run that another user changed later. */
  readonly overwrite: boolean;
}

export interface OptionsUndo {
  /** Options of the restored list in order, as a declaration for the merge. */
  readonly declared: readonly Option[];
  /** Options that the run added. For the merge, they were applied and are no longer declared. */
  readonly added: readonly Option[];
  readonly changed: boolean;
  /** Values of options that changed since the run and are left as they are. */
  readonly changedSince: readonly string[];
  /** Something that changed since is overwritten. */
  readonly overwrites: boolean;
}

type Lists = Readonly<Record<'before' | 'after' | 'live', readonly Option[]>>;

export function undoOptions(input: OptionsUndoInput): OptionsUndo {
  const lists = { before: asOptions(input.before), after: asOptions(input.after), live: asOptions(input.live) };
  const { unset, overwrite } = input;
  const overwrites = overwrite && undo(lists, unset, false).changedSince.length > 0;
  return { ...undo(lists, unset, overwrite), overwrites };
}

function undo({ before, after, live }: Lists, unset: Fields, overwrite: boolean): Omit<OptionsUndo, 'overwrites'> {
  const [was, left, is] = [byValue(before), byValue(after), byValue(live)];
  const standing = new Map<string, Option>();
  const added: Option[] = [];
  const changedSince: string[] = [];
  let changed = false;
  for (const value of new Set([...was.keys(), ...is.keys()])) {
    const [old, made, now] = [was.get(value), left.get(value), is.get(value)];
    if (old === undefined && made === undefined) continue;
    const touched = old === undefined || made === undefined || !alike(old, made);
    if (!touched || same(old, now)) {
      if (now !== undefined) standing.set(value, now);
      continue;
    }
    if (!same(made, now) && !overwrite) {
      changedSince.push(value);
      if (now !== undefined && old !== undefined) standing.set(value, now);
      continue;
    }
    changed = true;
    // Members that may have been set since the run would stay otherwise.
    if (old !== undefined) standing.set(value, { ...unset, ...old });
    else if (now !== undefined) added.push(now);
  }
  const reordered = !sameOrder(before, after);
  const movesBack = reordered && (overwrite || sameOrder(after, live));
  const order = movesBack ? before.map(({ value }) => value) : insert(before, live);
  const declared = [...new Set(order)].flatMap((value) => standing.get(value) ?? []);
  const exact =
    overwrite ||
    (live.length === after.length && after.every((one) => is.get(one.value)?.displayOrder === one.displayOrder));
  const renumbers =
    exact &&
    before.some((one) => readDisplayOrder(left.get(one.value)) !== readDisplayOrder(one) && left.has(one.value));
  return {
    declared: declared.map((option) => numbered(option, exact ? was.get(option.value) : undefined)),
    added,
    changed: changed || movesBack || renumbers,
    changedSince: reordered && !movesBack ? [...changedSince, 'the order'] : changedSince,
  };
}

/** Restores the number only if the list is unchanged since the run. Otherwise it follows from the position. */
function numbered({ displayOrder: _, ...option }: Option, old: Option | undefined): Option {
  return old?.displayOrder === undefined ? option : { ...option, displayOrder: old.displayOrder };
}

function readDisplayOrder(option: Option | undefined): number {
  return option?.displayOrder ?? -1;
}

function same(a: Option | undefined, b: Option | undefined): boolean {
  return a === undefined || b === undefined ? a === b : alike(a, b);
}

/** In everything but the number, which follows from the position. */
function alike(a: Option, b: Option): boolean {
  return sameOption({ description: '', hidden: false, ...a, displayOrder: -1 }, b);
}

/** Returns the live order, with each earlier option behind the option that it followed. */
function insert(before: readonly Option[], live: readonly Option[]): readonly string[] {
  const values = live.map(({ value }) => value);
  let previous: string | undefined;
  for (const { value } of before) {
    if (!values.includes(value)) values.splice(previous === undefined ? 0 : values.indexOf(previous) + 1, 0, value);
    previous = value;
  }
  return values;
}
