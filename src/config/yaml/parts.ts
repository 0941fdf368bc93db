/** Values while they are being built: a mapping or list of a long text is filled part by part. */

import type { Json } from '../../model/json.ts';
import type { Noted, Range } from './offsets.ts';
import { rangeOf } from './parse.ts';

/** A value, and where it is noted. */
export interface Made {
  readonly value: Json;
  readonly noted: Noted;
}

/** A mapping or list as the parser gives it: all of it, a part, or what is left after its parts. */
export interface Holder {
  readonly items: readonly unknown[];
  readonly srcToken?: unknown;
}

/** A mapping as far as it was read: its keys, each where it starts and where its value is noted. */
export interface Mapping {
  /** Where the whole of it starts, if parts of it were built before. */
  readonly start: number | undefined;
  readonly value: Record<string, Json>;
  readonly keys: Map<string, { readonly start: number; readonly noted: Noted }>;
}

/** A list as far as it was read. */
export interface List {
  readonly start: number | undefined;
  readonly items: Made[];
}

export function newMapping(start?: number): Mapping {
  return { start, value: {}, keys: new Map() };
}

/** What is left of a mapping or list starts later than the whole of it. */
export function from(start: number | undefined, node: Holder): Range | undefined {
  const range = rangeOf(node);
  return range && [start ?? range[0], range[1]];
}
