/** Applies an edit to the plain value of a document. */

import { type Fields, isList, type Json, mapping } from '../../../model/json.ts';
import type { Edit, Step } from './edits.ts';

/** Items of a list that are replaced by other items. */
export interface ListChange {
  readonly from: number;
  readonly count: number;
  readonly insert: readonly Json[];
}

/** Changes the value. Returns false if the value has no place for the edit. */
export function isMade(value: Json, edit: Edit): boolean {
  if ('set' in edit) {
    const entries = mapping(valueAt(value, edit.at.slice(0, -1)));
    const key = edit.at.at(-1);
    if (entries === undefined || typeof key !== 'string') return false;
    Object.assign(entries, { [key]: edit.set });
    return true;
  }
  const list = valueAt(value, listPath(edit));
  const change = listChange(list, edit);
  if (!Array.isArray(list) || change === undefined) return false;
  list.splice(change.from, change.count, ...change.insert);
  return true;
}

type ListEdit = Exclude<Edit, { set: unknown }>;

export function listPath(edit: ListEdit): readonly Step[] {
  return 'remove' in edit ? edit.at.slice(0, -1) : edit.at;
}

/** Returns undefined if the value is not a list, if the item is missing, or if a removal would empty the list. */
export function listChange(list: Json | undefined, edit: ListEdit): ListChange | undefined {
  if (!isList(list)) return undefined;
  if ('items' in edit) return { from: 0, count: list.length, insert: edit.items };
  if ('remove' in edit) {
    const item = edit.at.at(-1);
    const from = typeof item === 'object' ? indexOf(list, item) : -1;
    return from < 0 || list.length < 2 ? undefined : { from, count: 1, insert: [] };
  }
  const { behind, insert } = edit;
  if (typeof behind === 'string') return { from: behind === 'start' ? 0 : list.length, count: 0, insert };
  const neighbour = indexOf(list, behind);
  return neighbour < 0 ? undefined : { from: neighbour + 1, count: 0, insert };
}

export function valueAt(value: Json, path: readonly Step[]): Json | undefined {
  let found: Json | undefined = value;
  for (const step of path) {
    if (typeof step === 'string') found = mapping(found)?.[step];
    else found = isList(found) ? found[indexOf(found, step)] : undefined;
  }
  return found;
}

/** Returns the index of the item with these members. Returns -1 if no item or several items have them. */
export function indexOf(list: readonly Json[], members: Fields): number {
  const has = (item: Json): boolean => {
    const fields = mapping(item);
    return fields !== undefined && Object.entries(members).every(([name, value]) => fields[name] === value);
  };
  const index = list.findIndex(has);
  return list.findLastIndex(has) === index ? index : -1;
}
