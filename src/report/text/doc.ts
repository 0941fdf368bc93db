/** The document of a report: what every form of it shows, as plain data. Each form escapes and lays it out itself. */

import type { Address } from '../../model/address.ts';
import type { FieldChange } from '../../model/change.ts';
import type { Finding } from '../../model/finding.ts';
import type { Advice } from '../../model/fix.ts';
import { compareNatural } from '../../model/natural.ts';
import type { ForeignOption } from '../../model/option.ts';
import type { FieldWords } from './fields.ts';
import type { Step } from './next.ts';
import { type Sign, sectionOf } from './words.ts';

export interface Doc {
  readonly title: string;
  /** A terminal leaves out the title, because it prints the report below another. */
  readonly continues?: boolean;
  /** Follows the title: the account id, for example. */
  readonly about?: string;
  readonly facts?: readonly Fact[];
  /** Facts that only a page shows, since a page is kept. */
  readonly pageFacts?: readonly Fact[];
  /** Sentences that a reader must not miss, such as a read that failed. */
  readonly warnings?: readonly string[];
  /** The result in one sentence. A terminal shows it last, and the other forms show it first. */
  readonly summary: Inline;
  readonly grade: Grade;
  /** Sentences that follow the summary. */
  readonly notes?: readonly Inline[];
  /** Counts that a page shows as tiles. */
  readonly tiles?: readonly Tile[];
  readonly findings: readonly FindingList[];
  readonly rows: Rows;
  readonly steps?: readonly Step[];
}

export type Grade = 'go' | 'warn' | 'stop';

export interface Fact {
  readonly name: string;
  readonly value: Inline;
}

/** `place`: where they were found, if the report has several places. */
export interface FindingList {
  readonly place?: string;
  readonly items: readonly Finding[];
}

export interface Tile extends Mark {
  readonly amount: number;
}

/** A word of a fixed set. The value is its class name on a page. */
export interface Mark {
  readonly value: string;
  readonly word: string;
}

/** Unescaped text with marked parts. */
export type Inline = string | Span | readonly (string | Span)[];

/** `at`: ISO time. A terminal shows its age, Markdown the time, and a page both. */
export type Span = { readonly text: string; readonly as: 'code' | 'strong' | 'dim' } | { readonly at: string };

export interface Rows {
  /** Heading of all rows on a page. */
  readonly title: string;
  /** Least columns of the status in a terminal. */
  readonly columns?: number;
  /** Choices that a page filters the rows by. */
  readonly facets: readonly Facet[];
  readonly blocks: readonly Block[];
}

export interface Facet {
  readonly legend: string;
  readonly choices: readonly Mark[];
}

export interface Block {
  readonly title?: string;
  readonly rows: readonly Row[];
  /** A terminal separates the rows by blank lines. */
  readonly spaced?: boolean;
  /** The title is the cause of all rows: a terminal and Markdown list their addresses below it. */
  readonly cause?: Sign;
  /** Most rows of a terminal without --verbose: of the block, or of each cause in it. */
  readonly most?: number;
  readonly mostOf?: 'cause';
  /** Markdown counts the rows if they do not fit. */
  readonly optional?: boolean;
}

export interface Row {
  readonly sign: Sign;
  readonly status: Mark;
  /** Further words of a page. They are their own class names. */
  readonly marks?: readonly string[];
  /** Second word of the line. It is its own class name. */
  readonly column?: string;
  readonly address: Address;
  /** Position in a file. */
  readonly place?: string;
  /** Property group of the row on a page. */
  readonly group?: string;
  /** Follows the address. */
  readonly about?: Inline;
  /** Markdown shows it instead of the notes if the report has to be short. */
  readonly short?: Inline;
  readonly notes?: readonly Inline[];
  readonly pageFacts?: readonly Fact[];
  readonly advice?: Advice;
  readonly values?: Values;
  readonly foreign?: readonly ForeignOption[];
  /** Rows of a block with the same cause share notes, advice and values, which follow the first row. */
  readonly cause?: string;
  /** A page filters by it. Undefined: no row of the report can need attention. */
  readonly attention?: boolean;
  /** A page shows the row open. */
  readonly open?: boolean;
  /** Only a page and --verbose show more than the line of the row. */
  readonly brief?: boolean;
}

/** Fields with both values. `before` and `after` are headings of a page. `captioned`: each form shows them. */
export interface Values {
  readonly fields: readonly FieldChange[];
  readonly words: FieldWords;
  readonly before: string;
  readonly after: string;
  readonly captioned?: boolean;
}

export const code = (text: string): Span => ({ text, as: 'code' });
export const dim = (text: string): Span => ({ text, as: 'dim' });
export const strong = (text: string): Span => ({ text, as: 'strong' });

export function listSpans(inline: Inline): readonly (string | Span)[] {
  return typeof inline === 'string' || !('length' in inline) ? [inline] : inline;
}

/** Groups items by the section of their address, in the order of a report. */
export function groupBySection<T extends { readonly address: string }>(
  items: readonly T[],
): readonly { readonly title: string; readonly items: readonly T[] }[] {
  const byTitle = Map.groupBy(items, ({ address }) => sectionOf(address).title);
  return [...byTitle]
    .map(([title, some]) => ({ title, rank: sectionOf(some[0]?.address ?? '').rank, items: some }))
    .sort((left, right) => left.rank - right.rank || compareNatural(left.title, right.title));
}
