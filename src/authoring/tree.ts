/** Declarations as the plain value of one document, in the order in which they are given. */

import type { Json } from '../model/json.ts';
import { escaped } from './escaped.ts';
import type { Placed } from './place.ts';

type Holder = Record<string, Json>;

/** The key of an entry is never interpolated; texts are, so theirs are escaped. */
export function treeOf(places: readonly (readonly Placed[])[]): Readonly<Record<string, Json>> {
  const root: Holder = {};
  /** Items of lists by what they are found with. */
  const items = new Map<string, Holder>();
  for (const place of places) {
    let holder = root;
    let path = '';
    for (const [depth, { key, entry, fields, isWritten }] of place.entries()) {
      const own = (isWritten === true ? fields : escaped(fields)) as Holder;
      path = JSON.stringify([path, key, entry ?? own]);
      const known = items.get(path);
      if (known !== undefined && (entry !== undefined || depth < place.length - 1)) {
        holder = Object.assign(known, own);
        continue;
      }
      const made: Holder = { ...own };
      items.set(path, made);
      if (entry === undefined) holder[key] ??= [] as unknown as Json;
      else holder[key] ??= {};
      const container = holder[key];
      if (Array.isArray(container)) container.push(made);
      else Object.assign(container as Holder, { [entry ?? '']: made });
      holder = made;
    }
  }
  return root;
}
