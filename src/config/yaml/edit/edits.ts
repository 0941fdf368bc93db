/** Changes of a document, as they are asked for. */

import type { Fields, Json } from '../../../model/json.ts';

/** A key, or what tells an item of a list: the members that it has. */
export type Step = string | Fields;

/** A part of the text that is replaced. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One change of a document. `at`: what it is about; of a mapping that is there, or a list. */
export type Edit =
  /** Gives a key a value: one that replaces a single value, or a key that is not there yet. */
  | { readonly at: readonly Step[]; readonly set: Json }
  /** Adds items to a list, in this order: behind the one with these members, at the start, or at the end. */
  | { readonly at: readonly Step[]; readonly insert: readonly Json[]; readonly behind: Fields | 'start' | 'end' }
  /** Gives a list other items in the place of all that it has. */
  | { readonly at: readonly Step[]; readonly items: readonly Json[] }
  /** Takes an item off a list. */
  | { readonly at: readonly Step[]; readonly remove: true };
