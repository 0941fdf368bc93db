/** The words for a kind in reports. They are plain data, so that a report loads quickly. */

import type { Surface } from '../contract/surfaces.ts';

export interface KindWords {
  /** Singular for readers: `event property`. */
  readonly noun: string;
  readonly plural: string;
  /** Plural, as a heading: `Event-definition properties`. */
  readonly title: string;
  /** Sentence for the help of editors. */
  readonly about: string;
  /** Parts of an address after the kind: one form for each number of parts. */
  readonly forms: readonly string[];
  readonly section: SectionWords;
  /** Fields that a list shows next to the address. */
  readonly columns: readonly Column[];
  /** Group of the resource on a page. `none` for a kind outside of groups. */
  readonly group: GroupWords;
  /**
   * Surfaces without a read of the resource. Its create is sent once. After a lost create, only the account shows the
   * effect.
   */
  readonly doubtfulOn: readonly Surface[];
}

/** Section of a report that lists the resources. Equal titles are merged, and the lowest rank comes first. */
export interface SectionWords {
  readonly rank: number;
  /** Returns the title for the parts of an address. */
  title(parts: readonly string[]): string;
}

/** A fact of a resource. It is left out if it is unknown. `before` is its prefix. */
export type Column =
  /** The value as JSON. */
  | { readonly as: 'value'; readonly field: string; readonly before?: string }
  /** The names, joined with slashes. */
  | { readonly as: 'names'; readonly fields: readonly string[]; readonly before?: string }
  /** The length of a list. */
  | { readonly as: 'count'; readonly field: string; readonly noun: string }
  | { readonly as: 'flag'; readonly field: string; readonly set: string; readonly unset: string };

export type GroupWords =
  | 'none'
  /** The resource is itself a group, with this part of its address as name. */
  | { readonly part: number }
  /** The resource belongs to a group that it depends on, otherwise to the group in this field. */
  | { readonly field: string };

/** Returns the plurals in one phrase: `properties and event properties`. */
export function joinPlurals(words: readonly KindWords[]): string {
  const names = words.map(({ plural }) => plural);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
