/** Requested changes of a document. */

import type { Fields, Json } from '../../../model/json.ts';

/** A key, or the members that identify an item of a list. */
export type Step = string | Fields;

/** A part of the text, with its replacement. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A change of a document. `at` is the path of the changed value in existing mappings and lists. */
export type Edit =
  /** Sets the value of a key. The key is new, or its value is a scalar. */
  | { readonly at: readonly Step[]; readonly set: Json }
  /** Adds items to a list in this order: after the item with these members, at the start, or at the end. */
  | { readonly at: readonly Step[]; readonly insert: readonly Json[]; readonly behind: Fields | 'start' | 'end' }
  /** Replaces all items of a list. */
  | { readonly at: readonly Step[]; readonly items: readonly Json[] }
  /** Removes an item from a list. */
  | { readonly at: readonly Step[]; readonly remove: true };
