/** The rows of a page as a tree, and the filter bar above it. The bar is hidden without a script. */

import { KIND_WORDS } from '../../kinds/words.ts';
import { type Address, KIND_NAMES } from '../../model/address.ts';
import { type Facet, groupBySection, type Mark } from '../text/doc.ts';
import { html, type Markup } from './markup.ts';

export interface Row {
  readonly address: Address;
  /** Property group above the row. Undefined if there is none. */
  readonly group?: string;
  /** Class names that a filter can choose. */
  readonly classes: readonly string[];
  /** Undefined: no row of the page can need attention. */
  readonly attention?: boolean;
  readonly row: Markup;
}

export function treeMarkup(rows: readonly Row[]): Markup {
  return html`${groupBySection(rows).map(({ title, items }) => {
    const groups = Map.groupBy(items, (row) => row.group);
    const inGroups = [...groups].map(([name, own]) =>
      name === undefined ? undefined : drawPart(html`<h4>Group ${name}</h4>`, own, drawRows(own)),
    );
    return drawPart(html`<h3>${title}</h3>`, items, html`${inGroups}${drawRows(groups.get(undefined) ?? [])}`);
  })}`;
}

/** Rows below one title, outside of the tree. */
export function partMarkup(title: string, rows: readonly Row[]): Markup {
  return drawPart(html`<h3>${title}</h3>`, rows, drawRows(rows));
}

function drawPart(heading: Markup, rows: readonly Row[], body: Markup): Markup {
  return html`<details class="part" open><summary>${heading} <span class="soft count">${rows.length}</span></summary>
${body}</details>
`;
}

function drawRows(rows: readonly Row[]): Markup {
  return html`${rows.map(({ row }) => row)}`;
}

const KINDS: Facet = {
  legend: 'Kind',
  choices: KIND_NAMES.map((value) => ({ value, word: KIND_WORDS[value].noun })),
};

/** Every page can filter by kind. A choice lets rows of its class pass. */
export function filterBar(facets: readonly Facet[], rows: readonly Row[]): Markup {
  const isGraded = rows.some(({ attention }) => attention !== undefined);
  const attention = rows.filter((row) => row.attention === true).length;
  return html`<section class="filters" id="filters" aria-label="Filters" hidden>
<div><label for="search">Search</label> <input type="search" id="search" autocomplete="off" spellcheck="false">
<button type="button" id="attention" aria-pressed="false"${!isGraded ? { markup: ' hidden' } : attention === 0 ? { markup: ' disabled' } : undefined}>Only what needs attention (${attention})</button></div>
${[...facets, KINDS].map((facet) => facetMarkup(facet, rows))}<div><span id="shown" role="status"></span>
<button type="button" id="clear">Clear filters</button> <button type="button" id="open">Open shown</button> <button type="button" id="close">Close shown</button></div>
</section>
`;
}

/** Leaves out choices without rows, and a facet with a single choice. */
function facetMarkup({ legend, choices }: Facet, rows: readonly Row[]): Markup | undefined {
  const counted = choices.map((choice) => ({
    ...choice,
    amount: rows.filter(({ classes }) => classes.includes(choice.value)).length,
  }));
  const shown = counted.filter(({ amount }) => amount > 0);
  if (shown.length < 2) return undefined;
  return html`<fieldset><legend>${legend}</legend>${shown.map(choiceMarkup)}</fieldset>
`;
}

function choiceMarkup({ value, word, amount }: Mark & { readonly amount: number }): Markup {
  return html`<button type="button" aria-pressed="false" value="${value}"><span class="s-${value}">${word}</span> (${amount})</button> `;
}
