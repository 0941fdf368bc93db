/** The filter bar: toggle buttons, a search field, and an announced count of shown rows. Hidden without a script. */

import { KIND_WORDS } from '../../kinds/words.ts';
import { KIND_NAMES, type KindName } from '../../model/address.ts';
import { html, type Markup } from './markup.ts';

export interface Facet {
  readonly legend: string;
  readonly choices: readonly Choice[];
}

interface Choice {
  /** Class name of the rows that it lets through. */
  readonly value: string;
  readonly word: string;
  readonly rows: number;
}

export interface Filters {
  readonly facets: readonly Facet[];
  /** Rows that need attention; absent on a page where none can. */
  readonly attention?: number;
}

/** Choices that no row has are left out, and so is a facet with one choice: there is nothing to choose. */
export function filterBar({ facets, attention }: Filters): Markup {
  return html`<section class="filters" id="filters" aria-label="Filters" hidden>
<div><label for="search">Search</label> <input type="search" id="search" autocomplete="off" spellcheck="false">
<button type="button" id="attention" aria-pressed="false"${attention === undefined ? { markup: ' hidden' } : attention === 0 ? { markup: ' disabled' } : undefined}>Only what needs attention (${attention ?? 0})</button></div>
${facets.map(facetMarkup)}<div><span id="shown" role="status"></span>
<button type="button" id="clear">Clear filters</button> <button type="button" id="open">Open shown</button> <button type="button" id="close">Close shown</button></div>
</section>
`;
}

/** Of rows that have a status and a kind. */
export function statusAndKind<S extends string>(
  rows: readonly { readonly status: S; readonly kind: KindName }[],
  statuses: readonly S[],
  words: Readonly<Record<S, string>>,
): readonly Facet[] {
  const amount = (test: (row: (typeof rows)[number]) => boolean): number => rows.filter(test).length;
  return [
    {
      legend: 'Status',
      choices: statuses.map((value) => ({ value, word: words[value], rows: amount(({ status }) => status === value) })),
    },
    {
      legend: 'Kind',
      choices: KIND_NAMES.map((value) => ({
        value,
        word: KIND_WORDS[value].noun,
        rows: amount(({ kind }) => kind === value),
      })),
    },
  ];
}

function facetMarkup(facet: Facet): Markup | undefined {
  const choices = facet.choices.filter(({ rows }) => rows > 0);
  if (choices.length < 2) return undefined;
  return html`<fieldset><legend>${facet.legend}</legend>${choices.map(choiceMarkup)}</fieldset>
`;
}

function choiceMarkup({ value, word, rows }: Choice): Markup {
  return html`<button type="button" aria-pressed="false" value="${value}"><span class="s-${value}">${word}</span> (${rows})</button> `;
}
