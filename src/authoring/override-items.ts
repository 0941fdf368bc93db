/** Options that the account has added or removed, in the words of a list that an override changes item by item. */

import { isList, type Json, mapping } from '../model/json.ts';
import { escaped, isInterpolated } from './escaped.ts';
import type { Difference, FieldEdit } from './merged.ts';

export interface OverrideList {
  /** Values that all accounts share, as written. */
  readonly shared: readonly Json[];
  readonly written: readonly Json[];
  readonly at: FieldEdit['edit']['at'];
  readonly file: string;
}

/**
 * An option that only this account declares is taken off, a shared one is left out, and a new one goes to the end, as an override has it.
 * Undefined where that would say something else than the account has: another order, a member that is shared, or a value that is not plain.
 */
export function overrideItems(
  one: Difference,
  edits: readonly FieldEdit[],
  { shared, written, at, file }: OverrideList,
): readonly FieldEdit[] | undefined {
  const [common, named] = [valuesOf(shared), valuesOf(written)];
  if (common === undefined || named === undefined) return undefined;
  const added: Json[] = [];
  const removed: string[] = [];
  for (const { edit } of edits) {
    const last = edit.at.at(-1);
    if ('insert' in edit) added.push(...edit.insert);
    else if ('remove' in edit && typeof last === 'object' && typeof last['value'] === 'string')
      removed.push(last['value']);
    else return undefined;
  }
  const fresh = valuesOf(added) ?? [];
  // What this account leaves out says so itself.
  if (fresh.some((value) => named.includes(value) || common.includes(value))) return undefined;
  const declared = (valuesOf(escaped(one.declared)) ?? []).filter((value) => !removed.includes(value));
  if (!isOrderOf([...declared, ...fresh], valuesOf(escaped(one.live)) ?? [])) return undefined;

  const off = removed.filter((value) => named.includes(value));
  const leftOut = removed.filter((value) => common.includes(value)).map((value) => ({ value, omit: true }));
  const insert = [...leftOut, ...added];
  if (off.length < named.length) {
    const removals = off.map((value): FieldEdit['edit'] => ({ at: [...at, { value }], remove: true }));
    const insertion: FieldEdit['edit'] = { at, behind: 'end', insert };
    return [...removals, ...(insert.length === 0 ? [] : [insertion])].map((edit) => ({ field: one.field, file, edit }));
  }
  // An override that names no option says nothing.
  return insert.length === 0 ? undefined : [{ field: one.field, file, edit: { at, items: insert } }];
}

/** Undefined where one of them is no plain value. */
function valuesOf(list: Json): readonly string[] | undefined {
  if (!isList(list)) return undefined;
  const values = list.map((item) => mapping(item)?.['value']);
  const plain = values.filter((value) => typeof value === 'string' && !isInterpolated(value));
  return plain.length === values.length ? (plain as readonly string[]) : undefined;
}

function isOrderOf(values: readonly string[], live: readonly string[]): boolean {
  const both = values.filter((value) => live.includes(value));
  const there = live.filter((value) => values.includes(value));
  return both.every((value, index) => value === there[index]);
}
