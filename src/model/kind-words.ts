/** How reports name a kind: words and plain data, so that a report loads quickly. */

import type { Surface } from '../contract/surfaces.ts';

export interface KindWords {
  /** One resource, for people: `event property`. */
  readonly noun: string;
  readonly plural: string;
  /** Plural, as a heading: `Event-definition properties`. */
  readonly title: string;
  /** One sentence; help in editors. */
  readonly about: string;
  /** What an address of it is made of, after the kind: one form for each number of parts. */
  readonly forms: readonly string[];
  readonly section: SectionWords;
  /** What a list shows of a resource beside its address. */
  readonly columns: readonly Column[];
  /** Which group a page shows the resource in; `none` where it belongs to no group. */
  readonly group: GroupWords;
  /** Surfaces on which nothing reads it back and no call that makes it may be repeated: whether a lost one took effect, only the account shows. */
  readonly doubtfulOn: readonly Surface[];
}

/** The section of a report that resources are listed under: those of the same title together, the lowest rank first. */
export interface SectionWords {
  readonly rank: number;
  /** From the parts of the address. */
  title(parts: readonly string[]): string;
}

/** One fact of a resource, left out where it is not known. `before` stands in front of it. */
export type Column =
  /** As JSON. */
  | { readonly as: 'value'; readonly field: string; readonly before?: string }
  /** As they are, with slashes between. */
  | { readonly as: 'names'; readonly fields: readonly string[]; readonly before?: string }
  /** How many a list holds. */
  | { readonly as: 'count'; readonly field: string; readonly noun: string }
  | { readonly as: 'flag'; readonly field: string; readonly set: string; readonly unset: string };

export type GroupWords =
  | 'none'
  /** It is a group itself, named by this part of its address. */
  | { readonly part: number }
  /** It belongs to one that it depends on, else to the one that this field names. */
  | { readonly field: string };

/** `properties and event properties`. */
export function pluralsOf(words: readonly KindWords[]): string {
  const names = words.map(({ plural }) => plural);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
