/** Values under construction. A mapping or list of a long text is filled part by part. */

import type { Json } from '../../model/json.ts';
import type { Noted, Range } from './offsets.ts';
import { rangeOf } from './parse.ts';

/** A value, with the handle of its position. */
export interface Made {
  readonly value: Json;
  readonly noted: Noted;
}

/** A mapping or list from the parser: complete, a part, or the rest after its parts. */
export interface Holder {
  readonly items: readonly unknown[];
  readonly srcToken?: unknown;
}

/** The part of a mapping that was read. Each key has its start and the position of its value. */
export interface Mapping {
  /** Start of the whole mapping, if parts of it were built before. */
  readonly start: number | undefined;
  readonly value: Record<string, Json>;
  readonly keys: Map<string, { readonly start: number; readonly noted: Noted }>;
}

/** The part of a list that was read. */
export interface List {
  readonly start: number | undefined;
  readonly items: Made[];
}

export function newMapping(start?: number): Mapping {
  return { start, value: {}, keys: new Map() };
}

/** Returns the range of a mapping or list. The rest after its parts starts later than the whole. */
export function from(start: number | undefined, node: Holder): Range | undefined {
  const range = rangeOf(node);
  return range && [start ?? range[0], range[1]];
}
