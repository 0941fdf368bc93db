/** The rows of a page as a tree: object type, group, property; app, subscription; event, property; pair, limit. */

import type { Address } from '../../model/address.ts';
import { groupBySection } from '../text/doc.ts';
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

interface Section {
  readonly title: string;
  readonly items: readonly Row[];
}

/** Above this many sections a list of them stands first. */
const LISTED = 1;

/** `name` tells several trees of one page apart. */
export function treeMarkup(rows: readonly Row[], name = 'part'): Markup {
  const sections = groupBySection(rows);
  return html`${sections.length > LISTED ? listOf(sections, name) : undefined}${sections.map((section, index) => sectionMarkup(section, `${name}-${index + 1}`))}`;
}

function listOf(sections: readonly Section[], name: string): Markup {
  return html`<nav aria-label="Objects">
<ul>${sections.map((section, index) => html`<li><a href="#${name}-${index + 1}">${section.title}</a> <span class="soft">${countText(section.items)}</span>`)}
</ul>
</nav>
`;
}

function countText(rows: readonly Row[]): string {
  const urgent = rows.filter(({ attention }) => attention === true).length;
  return urgent === 0 ? `${rows.length}` : `${rows.length}, ${urgent} to review`;
}

function sectionMarkup(section: Section, id: string): Markup {
  const groups = Map.groupBy(section.items, (row) => row.group);
  const loose = groups.get(undefined) ?? [];
  return html`<details class="part" id="${id}" open><summary><h3>${section.title}</h3> ${countMark(section.items)}</summary>
${[...groups].map(([name, rows]) => (name === undefined ? undefined : groupMarkup(name, rows)))}${loose.map(({ row }) => row)}</details>
`;
}

/** Rows below one title, outside of the tree. */
export function partMarkup(title: string, rows: readonly Row[]): Markup {
  return html`<details class="part" open><summary><h3>${title}</h3> ${countMark(rows)}</summary>
${rows.map(({ row }) => row)}</details>
`;
}

function groupMarkup(name: string, rows: readonly Row[]): Markup {
  return html`<details class="part" open><summary><h4>Group ${name}</h4> ${countMark(rows)}</summary>
${rows.map(({ row }) => row)}</details>
`;
}

function countMark(rows: readonly Row[]): Markup {
  return html`<span class="soft count">${rows.length}</span>`;
}
