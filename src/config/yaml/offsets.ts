/** The positions of all values of a file, as one block of numbers, so that the nodes of the parser need not be kept. */

import { isList, type Json } from '../../model/json.ts';
import type { Path } from './position.ts';

/** Start and end offset of a value's own text. */
export type Range = readonly [start: number, end: number];

/** Handle of a recorded value. Only the tape that created it can interpret it. */
export type Noted = number;

/** Offsets by path. */
export interface Offsets {
  /** Returns the offset of the key or value. Returns the offset of the nearest existing parent if there is none. */
  offset(path: Path, what: 'key' | 'value'): number;
  /** Returns the range of the value, or of the target of an alias. Returns undefined if there is no value. */
  range(path: Path): Range | undefined;
  /** Returns the value that was read. Returns undefined if there is none. */
  value(path: Path): Json | undefined;
}

/** Records the values of a file. Each value is recorded before its container. */
export interface Tape {
  scalar(range: Range | undefined): Noted;
  alias(range: Range | undefined, target: Noted): Noted;
  list(range: Range | undefined, items: readonly Noted[]): Noted;
  /** Records a mapping. `entries` has the start of the key and the value of each entry, in the order of the mapping's keys. */
  mapping(range: Range | undefined, entries: readonly number[]): Noted;
  read(value: Json | undefined, root: Noted): Offsets;
}

/** Mappings with more keys get an index at the first search for a key. */
const FEW_KEYS = 12;

const NOTHING: Range = [0, 0];

export function offsetTape(): Tape {
  let tape = new Uint32Array(256);
  let length = 0;
  const targets = new Map<Noted, Noted>();

  function add([start, end]: Range = NOTHING, more: readonly number[] = []): Noted {
    const noted = length;
    length += 2 + more.length;
    if (length > tape.length) {
      const longer = new Uint32Array(length * 2);
      longer.set(tape);
      tape = longer;
    }
    tape[noted] = start;
    tape[noted + 1] = end;
    for (const [index, each] of more.entries()) tape[noted + 2 + index] = each;
    return noted;
  }

  return {
    scalar: (range) => add(range),
    alias(range, target) {
      const noted = add(range);
      targets.set(noted, target);
      return noted;
    },
    list: add,
    mapping: add,
    read: (value, root) => offsets(tape.slice(0, length), { value, noted: root, targets }),
  };
}

interface Root {
  readonly value: Json | undefined;
  readonly noted: Noted;
  readonly targets: ReadonlyMap<Noted, Noted>;
}

interface Place {
  /** Start of the key, the item or the document. */
  readonly key: number;
  readonly noted: Noted;
  readonly value: Json | undefined;
}

function offsets(tape: Uint32Array, { value, noted, targets }: Root): Offsets {
  const at = (index: number) => tape[index] ?? 0;
  const indexes = new Map<object, ReadonlyMap<string, number>>();

  function indexOf(holder: Readonly<Record<string, Json>>, part: string): number {
    const known = indexes.get(holder);
    if (known !== undefined) return known.get(part) ?? -1;
    const keys = Object.keys(holder);
    if (keys.length <= FEW_KEYS) return keys.indexOf(part);
    const index = new Map(keys.map((key, position) => [key, position]));
    indexes.set(holder, index);
    return index.get(part) ?? -1;
  }

  function step({ value: holder, noted: above }: Place, part: string | number): Place | undefined {
    if (typeof holder !== 'object' || holder === null) return undefined;
    const first = (targets.get(above) ?? above) + 2;
    if (isList(holder)) {
      const item = typeof part === 'number' ? holder[part] : undefined;
      if (item === undefined) return undefined;
      const itself = at(first + Number(part));
      return { key: at(itself), noted: itself, value: item };
    }
    const index = indexOf(holder, String(part));
    if (index < 0) return undefined;
    return { key: at(first + 2 * index), noted: at(first + 2 * index + 1), value: holder[part] };
  }

  function walk(path: Path): { readonly found: Place; readonly whole: boolean } {
    let found: Place = { key: at(noted), noted, value };
    for (const part of path) {
      const next = step(found, part);
      if (next === undefined) return { found, whole: false };
      found = next;
    }
    return { found, whole: true };
  }

  return {
    offset(path, what) {
      const { found, whole } = walk(path);
      const [start, end] = [at(found.noted), at(found.noted + 1)];
      return what === 'key' || !whole || start === end ? found.key : start;
    },
    range(path) {
      const { found, whole } = walk(path);
      if (!whole) return undefined;
      const itself = targets.get(found.noted) ?? found.noted;
      return [at(itself), at(itself + 1)];
    },
    value(path) {
      const { found, whole } = walk(path);
      return whole ? found.value : undefined;
    },
  };
}
