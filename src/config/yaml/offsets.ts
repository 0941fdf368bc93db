/** The positions of all values of a file as numbers, because the nodes of the parser need ten times the memory of the text. */

import { isList, type Json } from '../../model/json.ts';
import type { Path } from './position.ts';

/** Start and end offset of a value's own text. */
export type Range = readonly [start: number, end: number];

/** Offsets of an entry: its key or item, its value, and the start and end of the value. An alias has the start and end of its anchor. */
export type Place = readonly [key: number, value: number, start: number, end: number];

/** The four offsets of each entry, in the order of the keys, by mapping or list. */
export type Places = ReadonlyMap<object, readonly number[]>;

/** Offsets by path. */
export interface Offsets {
  /** Returns the offset of the key or value. Returns the offset of the nearest existing parent if there is none. */
  offset(path: Path, what: 'key' | 'value'): number;
  /** Returns the range of the value, or of the target of an alias. Returns undefined if there is no value. */
  range(path: Path): Range | undefined;
  /** Returns the value that was read. Returns undefined if there is none. */
  value(path: Path): Json | undefined;
}

/** Mappings with more keys get an index at the first search for a key. */
const FEW_KEYS = 12;

export function createOffsets(root: Json | undefined, place: Place, places: Places): Offsets {
  const indexes = new Map<object, ReadonlyMap<string, number>>();

  function findIndex(holder: object, part: string): number {
    const known = indexes.get(holder);
    if (known !== undefined) return known.get(part) ?? 0;
    const keys = Object.keys(holder);
    if (keys.length > FEW_KEYS) indexes.set(holder, new Map(keys.map((key, position) => [key, position])));
    return keys.indexOf(part);
  }

  function find(path: Path): { readonly at: Place; readonly value: Json | undefined; readonly whole: boolean } {
    let at = place;
    let value = root;
    for (const part of path) {
      if (typeof value !== 'object' || value === null) return { at, value, whole: false };
      const next: Json | undefined = Object.hasOwn(value, part) ? Reflect.get(value, part) : undefined;
      if (next === undefined) return { at, value, whole: false };
      const first = 4 * (isList(value) ? Number(part) : findIndex(value, String(part)));
      const [key = 0, start = 0, from = 0, to = 0] = places.get(value)?.slice(first, first + 4) ?? [];
      at = [key, start, from, to];
      value = next;
    }
    return { at, value, whole: true };
  }

  return {
    offset(path, what) {
      const { at, whole } = find(path);
      const [key, value, start, end] = at;
      return what === 'key' || !whole || start === end ? key : value;
    },
    range(path) {
      const { at, whole } = find(path);
      return whole ? [at[2], at[3]] : undefined;
    },
    value(path) {
      const { value, whole } = find(path);
      return whole ? value : undefined;
    },
  };
}
