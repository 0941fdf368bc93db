/** Renders the document of a report as one self-contained page, with filters over its rows. */

import { defined } from '../../contract/defined.ts';
import { kindIn } from '../../model/address.ts';
import { ago, moment } from '../../model/moment.ts';
import type { Face } from '../fix-ways.ts';
import { code, type Doc, type Fact, type Grade, type Inline, listSpans, type Row } from '../text/doc.ts';
import { fieldTables, foreignMarkup } from './fields.ts';
import { filterBar } from './filters.ts';
import { adviceMarkup, findingsMarkup } from './findings.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { page } from './page.ts';
import { type Row as TreeRow, treeMarkup } from './tree.ts';

export interface DocHtmlOptions {
  /** Milliseconds since the epoch, for `3 days ago`. */
  readonly now: number;
  /** Reader whom hints address. Default: the terminal. */
  readonly face?: Face;
}

/** Rows are open up to this many, so that a reader does not have to look for them. */
const OPENED = 40;
const SYMBOLS: Readonly<Record<Grade, string>> = { go: '✓', warn: '▲', stop: '✖' };

export function docHtml(doc: Doc, { now, face = 'terminal' }: DocHtmlOptions): string {
  const { title, about, rows } = doc;
  const all = rows.blocks.flatMap((block) => block.rows);
  const opens = all.filter(({ open }) => open === true).length <= OPENED;
  const tree = all.map((row) => rowMarkup(row, { opens, now, face }));
  const id = rows.title.toLowerCase();
  return page({
    title: `${title}${about === undefined ? '' : ` (${about})`}`,
    skipTo: { id, words: `Skip to the ${id}` },
    header: header(doc, now),
    main: html`${doc.findings.map(({ place, items }) => findingsMarkup(items, face, place))}<section aria-labelledby="${id}">
<h2 id="${id}" tabindex="-1">${rows.title} (${all.length})</h2>
${all.length === 0 ? html`<p>Nothing is listed.</p>` : html`${filterBar(rows.facets, tree)}${treeMarkup(tree)}`}</section>
${causesMarkup(doc)}`,
  });
}

function header(
  { warnings = [], summary, grade, notes = [], tiles = [], facts = [], pageFacts = [] }: Doc,
  now: number,
): Markup {
  return html`${warnings.map((text) => verdict('stop', text))}${verdict(grade, inlineMarkup(summary, now))}${notes.map(
    (note) => html`<p>${inlineMarkup(note, now)}</p>
`,
  )}${
    tiles.length === 0
      ? NOTHING
      : html`<ul class="tiles" aria-label="Counts">${tiles.map(({ amount, value, word }) => html`<li><b>${amount}</b><span class="s-${value}">${word}</span></li>`)}</ul>
`
  }${factsMarkup([...facts, ...pageFacts], now)}`;
}

function factsMarkup(facts: readonly Fact[], now: number): Markup {
  if (facts.length === 0) return NOTHING;
  return html`<dl>${facts.map(({ name, value }) => html`<dt>${name}<dd>${inlineMarkup(value, now)}`)}</dl>`;
}

function verdict(grade: Grade, words: Markup | string): Markup {
  return html`<p class="verdict ${grade}"><span aria-hidden="true">${SYMBOLS[grade]}</span> ${words}</p>
`;
}

interface RowFrame extends Required<DocHtmlOptions> {
  readonly opens: boolean;
}

export function rowMarkup(row: Row, { opens, now, face }: RowFrame): TreeRow {
  const { status, column, marks = [], address, place, group, about, notes = [], pageFacts = [] } = row;
  const { advice = {}, values, foreign, attention } = row;
  const marked = [...(column === undefined ? [] : [column]), ...marks];
  const classes = [status.value, ...marked, kindIn(address) ?? ''];
  const facts = [...(place === undefined ? [] : [{ name: 'Written in', value: code(place) }]), ...pageFacts];
  const open = opens && row.open === true;
  const markup = html`<details class="row ${classes.join(' ')}${attention === true ? ' attention' : ''}"${open ? { markup: ' open' } : NOTHING}><summary><b class="s-${status.value}">${status.word}</b> <code>${address}</code>${marked.map((mark) => html` <i class="s-${mark}">${mark}</i>`)}${about === undefined ? NOTHING : html` <i>${inlineMarkup(about, now)}</i>`}</summary><div>${notes.map((note) => html`<p>${inlineMarkup(note, now)}</p>`)}${adviceMarkup(advice, face)}${factsMarkup(facts, now)}
${values === undefined ? NOTHING : fieldTables(values.fields, values.words, values)}${foreign === undefined ? NOTHING : foreignMarkup(foreign)}</div></details>
`;
  return { address, classes, row: markup, ...defined({ attention, group }) };
}

/** Causes without addresses. */
function causesMarkup({ rows: { blocks } }: Doc): Markup {
  const causes = blocks.filter(({ cause, rows }) => cause !== undefined && rows.length === 0);
  return causes.length === 0
    ? NOTHING
    : html`<ul class="findings">${causes.map(({ title }) => html`<li>${title}</li>`)}</ul>
`;
}

function inlineMarkup(inline: Inline, now: number): Markup {
  return html`${listSpans(inline).map((span) => {
    if (typeof span === 'string') return span;
    if ('at' in span) return html`<time datetime="${span.at}">${moment(span.at)}, ${ago(span.at, now)}</time>`;
    if (span.as === 'code') return html`<code>${span.text}</code>`;
    return span.as === 'strong' ? html`<strong>${span.text}</strong>` : html`<span class="soft">${span.text}</span>`;
  })}`;
}
