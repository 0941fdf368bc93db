/** Renders the document of a report as one self-contained page, with filters over its rows. */

import { defined } from '../../contract/defined.ts';
import { parseKind } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import type { Advice, Fix } from '../../model/fix.ts';
import { ago, moment } from '../../model/moment.ts';
import { fixParts, shownFixes } from '../fix-texts.ts';
import type { Face } from '../fix-ways.ts';
import { callLines } from '../text/calls.ts';
import {
  code,
  type Doc,
  type Fact,
  type Grade,
  type Inline,
  type Item,
  type List,
  listSpans,
  type Row,
  type Rows,
} from '../text/doc.ts';
import { count } from '../text/layout.ts';
import { positionText } from '../text/position.ts';
import { palette } from '../text/style.ts';
import { fieldTables, foreignMarkup } from './fields.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { page } from './page.ts';
import { filterBar, partMarkup, type Row as TreeRow, treeMarkup } from './tree.ts';

export interface DocHtmlOptions {
  /** Milliseconds since the epoch, for `3 days ago`. */
  readonly now: number;
  /** Reader whom hints address. Default: the terminal. */
  readonly face?: Face;
}

/** Rows that are open at first, in the order of the page. */
const OPENED = 40;
/** Rows from which a page has filters. */
const FILTERED_FROM = 20;
/** Names that follow the text of an item. */
const SHOWN_NAMES = 10;
const SYMBOLS: Readonly<Record<Grade, string>> = { go: '✓', warn: '▲', stop: '✖' };

export function docHtml(doc: Doc, { now, face = 'terminal' }: DocHtmlOptions): string {
  const { banner, title, about, findings, lists = [], history = [], rows } = doc;
  const all = rows.blocks.flatMap((block) => block.rows);
  const opened = new Set(byUrgency(all.filter(({ open }) => open === true)).slice(0, OPENED));
  const draw = (some: readonly Row[]): readonly TreeRow[] =>
    some.map((row) => rowMarkup(row, { open: opened.has(row), now, face }));
  const id = rows.title.toLowerCase();
  return page({
    title: `${title}${about === undefined ? '' : ` (${about})`}`,
    ...(banner !== undefined && { banner: verdict('stop', inlineMarkup(banner, now)) }),
    skipTo: { id, words: `Skip to the ${id}` },
    header: header(doc, now),
    main: html`${lists.map((list) => listMarkup(list, now))}${findings.map(({ place, items }) => findingsMarkup(items, face, place))}<section aria-labelledby="${id}">
<h2 id="${id}" tabindex="-1">${rows.title} (${all.length})</h2>
${all.length === 0 ? html`<p>Nothing is listed.</p>` : all.length < FILTERED_FROM ? NOTHING : filterBar(rows.facets, draw(all))}${blocksMarkup(rows, draw, now)}</section>
${causesMarkup(doc)}${callsMarkup(doc)}${history.map((list) => listMarkup(list, now))}`,
  });
}

/** Rows that need attention come first. Blocks with notes are separate from the others. */
function blocksMarkup({ blocks }: Rows, draw: (some: readonly Row[]) => readonly TreeRow[], now: number): Markup {
  const isFirst = (row: Row): boolean => row.attention === true;
  const plain = blocks.filter(({ notes }) => notes === undefined).flatMap((block) => block.rows);
  const first = byUrgency(plain.filter(isFirst));
  return html`${first.length === 0 ? NOTHING : partMarkup('Needs attention', draw(first))}${treeMarkup(draw(plain.filter((row) => !isFirst(row))))}${blocks.map(
    ({ title = '', notes, items = [], rows }) =>
      notes === undefined
        ? NOTHING
        : html`<details class="cluster" open><summary><h3>${title}</h3></summary>
${notes.map((note) => html`<p>${inlineMarkup(note, now)}</p>`)}${items.map((item) => itemMarkup(item, now))}
${treeMarkup(draw(rows))}</details>
`,
  )}`;
}

/** Blocked, uncertain and failed rows come first, then rows that lose something. */
function byUrgency(rows: readonly Row[]): readonly Row[] {
  const rank = ({ status, marks = [] }: Row): number => {
    const stands = [status.value, ...marks].map((word) => URGENT.indexOf(word)).filter((at) => at >= 0);
    return Math.min(...stands, URGENT.length);
  };
  return rows.toSorted((left, right) => rank(left) - rank(right));
}

const URGENT: readonly string[] = ['blocked', 'uncertain', 'failed', 'irreversible', 'destructive'];

function listMarkup({ title, items }: List, now: number): Markup {
  if (items.length === 0) return NOTHING;
  return html`<section>
<h2>${title}</h2>
${items.map((item) => itemMarkup(item, now))}</section>
`;
}

/** Many names are folded, because there may be thousands. */
function itemMarkup({ text, names = [] }: Item, now: number): Markup {
  const list = names.join(', ');
  if (names.length > SHOWN_NAMES)
    return html`<details class="fold"><summary>${inlineMarkup(text, now)}</summary><p class="ids">${list}</p></details>
`;
  return html`<p>${inlineMarkup(text, now)}${list === '' ? '' : ` (${list})`}</p>
`;
}

function callsMarkup({ calls = [] }: Doc): Markup {
  if (calls.length === 0) return NOTHING;
  const lines = callLines(calls, { palette: palette(false), width: 110, verbose: false, now: 0 });
  return html`<section>
<h2>Calls made by apply</h2>
<details><summary>${count(calls.length, 'call')}</summary><pre tabindex="0">${lines.join('\n')}</pre></details>
</section>
`;
}

function header(doc: Doc, now: number): Markup {
  const { details = [], warnings = [], summary, grade, notes = [], facts = [], pageFacts = [] } = doc;
  return html`${
    details.length === 0
      ? NOTHING
      : html`<p class="soft">${details.join(', ')}</p>
`
  }${warnings.map((text) => verdict('stop', text))}${verdict(grade, inlineMarkup(doc.verdict ?? summary, now))}${
    doc.expiresAt === undefined
      ? NOTHING
      : html`<p class="verdict stop" id="expired" data-expires="${doc.expiresAt}" hidden><span aria-hidden="true">▲</span> This plan has expired: apply refuses it. Make a new one.</p>
`
  }${(doc.verdict === undefined ? notes : [summary, ...notes]).map(
    (note) => html`<p>${inlineMarkup(note, now)}</p>
`,
  )}${factsMarkup([...facts, ...pageFacts], now)}`;
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
  readonly open: boolean;
}

function rowMarkup(row: Row, { open, now, face }: RowFrame): TreeRow {
  const { status, column, marks = [], address, label, place, group, about, notes = [], pageFacts = [] } = row;
  const { advice = {}, values, foreign, attention } = row;
  const marked = [...(column === undefined ? [] : [column]), ...marks];
  const classes = [status.value, ...marked, parseKind(address) ?? ''];
  const facts = [...(place === undefined ? [] : [{ name: 'Written in', value: code(place) }]), ...pageFacts];
  const markup = html`<details class="row ${classes.join(' ')}${attention === true ? ' attention' : ''}"${open ? { markup: ' open' } : NOTHING}><summary><b class="s-${status.value}">${status.word}</b> ${label === undefined ? html`<code>${address}</code>` : html`${label} (<code>${address}</code>)`}${marked.map((mark) => html` <i class="s-${mark}">${mark}</i>`)}${about === undefined ? NOTHING : html` <i>${inlineMarkup(about, now)}</i>`}</summary><div>${notes.map((note) => html`<p>${inlineMarkup(note, now)}</p>`)}${adviceMarkup(advice, face)}
${values === undefined ? NOTHING : fieldTables(values.fields, values.words, values)}${foreign === undefined ? NOTHING : foreignMarkup(foreign)}${factsMarkup(facts, now)}</div></details>
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

/** `place`: where they were found, if the page has several places. */
function findingsMarkup(findings: readonly Finding[], face: Face, place?: string): Markup {
  if (findings.length === 0) return NOTHING;
  return html`<section>
<h2>Findings${place === undefined ? '' : ` in ${place}`} (${findings.length})</h2>
<ul class="findings">${findings.map((finding) => findingItem(finding, face))}</ul>
</section>
`;
}

function findingItem(finding: Finding, face: Face): Markup {
  return html`<li><p><strong class="s-${finding.severity}">${finding.severity}</strong> <code>${finding.code}</code>${positionMarkup('', finding.provenance)}${positionMarkup('see also', finding.related)}</p>
<p>${finding.message}</p>${adviceMarkup(finding, face)}${finding.address === undefined ? NOTHING : html`<p><code>${finding.address}</code></p>`}</li>
`;
}

/** Returns hint and fixes, one paragraph each, with code for typed text. */
function adviceMarkup({ hint, fix = [] }: Advice, face: Face): Markup {
  return html`${hint === undefined ? NOTHING : html`<p class="soft">${hint}</p>`}${shownFixes(fix).map((action) => fixMarkup(action, face))}`;
}

function fixMarkup(fix: Fix, face: Face): Markup {
  return html`<p class="soft">${fixParts(fix, face).map(({ text, as }) => (as === 'prose' ? text : html`<code>${text}</code>`))}</p>`;
}

function positionMarkup(words: string, position: Finding['provenance']): Markup {
  return position === undefined
    ? NOTHING
    : html` <span class="soft">${words} <code>${positionText(position)}</code></span>`;
}
