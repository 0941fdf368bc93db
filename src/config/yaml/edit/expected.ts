/** What a document has to say once an edit is made, by its plain value. */

import { type Fields, isList, type Json, mapping } from '../../../model/json.ts';
import type { Edit, Step } from './edits.ts';

/** Makes it in the value, which is changed. False where there is nothing that it could be about. */
export function isMade(value: Json, edit: Edit): boolean {
  if ('insert' in edit) return isInserted(valueAt(value, edit.at), edit);
  if ('items' in edit) return isRefilled(valueAt(value, edit.at), edit);
  const holder = valueAt(value, edit.at.slice(0, -1));
  const last = edit.at.at(-1);
  if ('set' in edit) {
    const entries = mapping(holder);
    if (entries === undefined || typeof last !== 'string') return false;
    Object.assign(entries, { [last]: edit.set });
    return true;
  }
  if (!Array.isArray(holder) || typeof last !== 'object') return false;
  const index = indexOf(holder, last);
  if (index >= 0) holder.splice(index, 1);
  return index >= 0;
}

function isInserted(list: Json | undefined, { insert, behind }: Extract<Edit, { insert: unknown }>): boolean {
  if (!Array.isArray(list)) return false;
  const neighbour = typeof behind === 'string' ? undefined : indexOf(list, behind);
  if (neighbour === -1) return false;
  list.splice(neighbour === undefined ? (behind === 'start' ? 0 : list.length) : neighbour + 1, 0, ...insert);
  return true;
}

function isRefilled(list: Json | undefined, { items }: Extract<Edit, { items: unknown }>): boolean {
  if (!Array.isArray(list)) return false;
  list.splice(0, list.length, ...items);
  return true;
}

function valueAt(value: Json, path: readonly Step[]): Json | undefined {
  let found: Json | undefined = value;
  for (const step of path) {
    if (typeof step === 'string') found = mapping(found)?.[step];
    else found = isList(found) ? found[indexOf(found, step)] : undefined;
  }
  return found;
}

/** Position of the one item that has all of these members; -1 where none or several have. */
function indexOf(list: readonly Json[], members: Fields): number {
  const has = (item: Json): boolean => {
    const fields = mapping(item);
    return fields !== undefined && Object.entries(members).every(([name, value]) => fields[name] === value);
  };
  const index = list.findIndex(has);
  return list.findLastIndex(has) === index ? index : -1;
}
