/** Three-way merge of a list that a file has as a mapping: entry by entry, in any order. */

import type { Edit, Step } from '../config/yaml/edit.ts';
import type { OptionList } from '../model/field-rule.ts';
import { equalJson, isList, type Json, mapping } from '../model/json.ts';
import type { Option } from '../model/option.ts';
import { escaped, isInterpolated } from './escaped.ts';
import { BOTH, type Difference, type Merged, NOTHING, UNRECORDED, VARIABLE } from './merged.ts';

interface InMapping {
  readonly at: readonly Step[];
  /** Value of the field in the file. */
  readonly written: Json | undefined;
  /** Includes entries that other users added. */
  readonly additions: boolean;
  readonly inMapping: NonNullable<OptionList['inMapping']>;
}

export function mergeMapping(difference: Difference, { at, written, additions, inMapping }: InMapping): Merged {
  const { field } = difference;
  const [declared, live, applied] = [difference.declared, difference.live, difference.applied].map((list) =>
    indexValues(list, inMapping),
  );
  if (declared === undefined || live === undefined || applied === undefined) return NOTHING;
  const inFile = mapping(written) ?? {};
  const edits: Edit[] = [];
  const conflicts: Merged['conflicts'][number][] = [];
  let pending = false;
  for (const key of [...new Set([...declared.keys(), ...live.keys()])].toSorted()) {
    const [is, now, was] = [declared.get(key), live.get(key), applied.get(key)];
    if (now !== undefined && is !== undefined && equalJson(is, now)) continue;
    const conflict = (reason: string): void => {
      conflicts.push({ field, declared: { [key]: is ?? null }, live: { [key]: now ?? null }, reason });
    };
    if (is === undefined) {
      if (was === undefined && additions && now !== undefined) edits.push({ at: [...at, key], set: escaped(now) });
    } else if (was === undefined && now === undefined) pending = true;
    else if (was === undefined) conflict(UNRECORDED);
    else if (now !== undefined && equalJson(was, now)) pending = true;
    else if (!equalJson(was, is)) conflict(BOTH);
    else if (isInterpolated(inFile[key])) conflict(VARIABLE);
    else edits.push(buildEdit([...at, key], now, inFile[key]));
  }
  return { edits: edits.map((edit) => ({ field, edit })), conflicts, pending };
}

/** The value of a key that is a list keeps this form. */
function buildEdit(at: readonly Step[], now: Json | undefined, written: Json | undefined): Edit {
  if (now === undefined) return { at, remove: true };
  // The value true stands for an entry without values.
  if (!isList(written ?? null) || now === true) return { at, set: escaped(now) };
  return { at, items: (isList(now) ? now : [now]).map(escaped) };
}

/** Returns the values of a mapping by key. Returns undefined if the value is not a list. */
function indexValues(list: Json | undefined, inMapping: InMapping['inMapping']): ReadonlyMap<string, Json> | undefined {
  if (list === undefined) return new Map();
  if (!isList(list)) return undefined;
  return new Map((list as readonly Option[]).map((entry) => [entry.value, inMapping(entry)]));
}
