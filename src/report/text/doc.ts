/** The document of a report: what every form of it shows, as plain data. Each form escapes and lays it out itself. */

import { KIND_WORDS } from '../../kinds/words.ts';
import { type Address, parseKind } from '../../model/address.ts';
import type { FieldChange } from '../../model/change.ts';
import type { Finding } from '../../model/finding.ts';
import type { Advice } from '../../model/fix.ts';
import { compareNatural } from '../../model/natural.ts';
import type { ForeignOption } from '../../model/option.ts';
import type { PlannedCall } from '../../model/plan.ts';
import type { FieldWords } from './fields.ts';
import type { Step } from './next.ts';
import { findSection, type Sign } from './words.ts';

export interface Doc {
  /** Precedes the title in every form: the service, if it is not the vendor's. No limit cuts it. */
  readonly banner?: Inline;
  readonly title: string;
  /** A terminal leaves out the title, because it prints the report below another. */
  readonly continues?: boolean;
  /** Follows the title: the account id, for example. */
  readonly about?: string;
  /** Follows it in a terminal and on a page. */
  readonly details?: readonly string[];
  readonly facts?: readonly Fact[];
  /** Facts that only a page shows, since a page is kept. */
  readonly pageFacts?: readonly Fact[];
  /** Line below the title of a terminal. It is never wrapped, so that a path can be copied. */
  readonly line?: string;
  /** ISO time after which a page warns that it has expired. */
  readonly expiresAt?: string;
  /** Sentences that a reader must not miss, such as a read that failed. */
  readonly warnings?: readonly string[];
  /** The result in one sentence. A terminal shows it last, and the other forms show it first. */
  readonly summary: Inline;
  readonly grade: Grade;
  /** A page shows it above the summary, instead of the refusal. */
  readonly verdict?: Inline;
  /** Why apply would refuse it, without a full stop. */
  readonly refusal?: string;
  /** Replaces all rows in Markdown if those that need attention do not fit. */
  readonly overflow?: { readonly reason: string; readonly lost: string; readonly remedy: Inline };
  /** Sentences that follow the summary. */
  readonly notes?: readonly Inline[];
  /** Named lists above the rows. */
  readonly lists?: readonly List[];
  readonly findings: readonly FindingList[];
  readonly rows: Rows;
  /** Calls that apply makes. */
  readonly calls?: readonly PlannedCall[];
  /** Named lists below the rows. */
  readonly history?: readonly List[];
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

export interface List {
  readonly title: string;
  readonly items: readonly Item[];
}

/** Names follow the text in parentheses. A page lists all of them, and the other forms the first. */
export interface Item {
  readonly sign?: Sign;
  readonly text: Inline;
  readonly names?: readonly string[];
}

/** A word of a fixed set. The value is its class name on a page. */
export interface Mark {
  readonly value: string;
  readonly word: string;
}

/** Unescaped text with marked parts. */
export type Inline = string | Span | readonly (string | Span)[];

/** `at`: ISO time. A terminal shows its age, Markdown the time, and a page both. */
export type Span = TextSpan | { readonly at: string };

export interface TextSpan {
  readonly text: string;
  readonly as: 'code' | 'strong' | 'dim';
}

export interface Rows {
  /** Heading of all rows on a page. */
  readonly title: string;
  /** Least columns of the status in a terminal. */
  readonly columns?: number;
  /** Choices that a page filters the rows by. */
  readonly facets: readonly Facet[];
  readonly blocks: readonly Block[];
  /** Of a text longer than a screen, rows that need no attention are counted by group. */
  readonly folds?: boolean;
  /** Rows that need attention are apart from the others: first, or last in a terminal if the text is longer than a screen. */
  readonly apart?: boolean;
}

export interface Facet {
  readonly legend: string;
  readonly choices: readonly Mark[];
}

export interface Block {
  readonly title?: string;
  /** Sentences below the title. With them, a page separates the block from the others. */
  readonly notes?: readonly Inline[];
  readonly items?: readonly Item[];
  readonly rows: readonly Row[];
  /** A terminal separates the rows by blank lines. */
  readonly spaced?: boolean;
  /** The title is the cause of all rows: a terminal and Markdown list their addresses below it. */
  readonly cause?: Sign;
  /** Most rows of a terminal without --verbose: of the block, or of each cause in it. */
  readonly most?: number;
  readonly mostOf?: 'cause';
  /** Number of rows that are not listed, in words. A terminal shows it. */
  readonly rest?: string;
  /** Markdown folds the rows below the title. */
  readonly folded?: boolean;
}

export interface Row {
  readonly sign: Sign;
  readonly status: Mark;
  /** Further words of a page. They are their own class names. */
  readonly marks?: readonly string[];
  /** Second word of the line. It is its own class name. */
  readonly column?: string;
  readonly address: Address;
  /** Name for people, which precedes the address. */
  readonly label?: string;
  /** Adjective of counted rows: `new`. Default: the status. */
  readonly counted?: string;
  /** Position in a file. */
  readonly place?: string;
  /** Property group of the row on a page. */
  readonly group?: string;
  /** Follows the address. */
  readonly about?: Inline;
  /** Replaces the notes if each row has one line. */
  readonly short?: Inline;
  readonly notes?: readonly Inline[];
  readonly pageFacts?: readonly Fact[];
  readonly advice?: Advice;
  readonly values?: Values;
  readonly foreign?: readonly ForeignOption[];
  /** Rows of a block with the same cause share notes, advice and values, which follow the first row. */
  readonly cause?: string;
  /** A page filters by it, and Markdown counts rows without it if they do not fit. Undefined: the report makes no difference. */
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

export const code = (text: string): TextSpan => ({ text, as: 'code' });
export const dim = (text: string): TextSpan => ({ text, as: 'dim' });
export const strong = (text: string): TextSpan => ({ text, as: 'strong' });

/** Names one of `amount` resources: `Loyalty tier (property:contacts/loyaltytier), one of 3,`. */
export function namedFirst(
  { label, address }: { readonly label?: string; readonly address: string },
  amount: number,
): readonly (string | Span)[] {
  const name = label === undefined ? [code(address)] : [`${label} (`, code(address), ')'];
  return amount === 1 ? name : [...name, `, one of ${amount},`];
}

export function listSpans(inline: Inline): readonly (string | Span)[] {
  return typeof inline === 'string' || !('length' in inline) ? [inline] : inline;
}

/** Groups items by the section of their address, in the order of a report. */
export function groupBySection<T extends { readonly address: string }>(
  items: readonly T[],
): readonly { readonly title: string; readonly items: readonly T[] }[] {
  const byTitle = Map.groupBy(items, ({ address }) => findSection(address).title);
  return [...byTitle]
    .map(([title, some]) => ({ title, rank: findSection(some[0]?.address ?? '').rank, items: some }))
    .sort((left, right) => left.rank - right.rank || compareNatural(left.title, right.title));
}

/** Returns phrases such as `90 new properties in ops_new`, in the order of the rows. */
export function countRows(rows: readonly Row[], isByGroup = true): readonly CountedRows[] {
  const makeKey = ({ status, counted, address, group = '' }: Row): string =>
    JSON.stringify([counted ?? status.word, parseKind(address), isByGroup && !isGroup(address) ? group : '']);
  return [...Map.groupBy(rows, makeKey).values()].flatMap((equal) => {
    const [first] = equal;
    if (first === undefined) return [];
    const { counted, status, address, group } = first;
    const kind = parseKind(address);
    const words = kind === undefined ? undefined : KIND_WORDS[kind];
    const noun =
      words === undefined || counted === undefined ? '' : ` ${equal.length === 1 ? words.noun : words.plural}`;
    const place = isByGroup && group !== undefined && !isGroup(address) ? ` in ${group}` : '';
    return [{ sign: first.sign, text: `${equal.length} ${counted ?? status.word}${noun}${place}` }];
  });
}

function isGroup(address: string): boolean {
  const kind = parseKind(address);
  const words = kind === undefined ? undefined : KIND_WORDS[kind].group;
  return words !== undefined && words !== 'none' && 'part' in words;
}

interface CountedRows {
  readonly sign: Sign;
  readonly text: string;
}
