/** The edits that add a tree of declarations to a document that has others. */

import type { Edit, Step } from '../config/yaml/edit/edits.ts';
import { type Fields, isList, type Json, mapping } from '../model/json.ts';

export function growthOf(there: Json | undefined, tree: Fields, path: readonly Step[] = []): readonly Edit[] {
  const holder = mapping(there) ?? {};
  return Object.entries(tree).flatMap(([key, added]): readonly Edit[] => {
    const known = Object.hasOwn(holder, key) ? holder[key] : undefined;
    const at = [...path, key];
    if (known === undefined || known === null || isEmptyList(known)) return [{ at, set: added }];
    if (isList(added)) return added.flatMap((item) => itemGrowth(isList(known) ? known : [], item, at));
    const below = mapping(added);
    return below === undefined ? [] : growthOf(known, below, at);
  });
}

/** Returns the edits for an item with inner items. The only item with the same fields is extended. */
function itemGrowth(list: readonly Json[], item: Json, at: readonly Step[]): readonly Edit[] {
  const entries = Object.entries(mapping(item) ?? {});
  const own: Fields = Object.fromEntries(entries.filter(([, value]) => typeof value !== 'object'));
  const below: Fields = Object.fromEntries(entries.filter(([, value]) => typeof value === 'object'));
  const same = list.filter((one) => {
    const fields = mapping(one);
    return fields !== undefined && Object.entries(own).every(([name, value]) => fields[name] === value);
  });
  const [first] = same;
  return same.length === 1 && Object.keys(below).length > 0
    ? growthOf(first, below, [...at, own])
    : [{ at, insert: [item], behind: 'end' }];
}

function isEmptyList(value: Json): boolean {
  return isList(value) && value.length === 0;
}
