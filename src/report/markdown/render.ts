/** Renders the document of a report as Markdown, within a limit. Rows that need attention are named, or no row is shown. */

import { moment } from '../../model/moment.ts';
import { optionName } from '../../model/option.ts';
import { markdownBlock, markdownCode, markdownHtml, markdownText } from '../escape.ts';
import type { Face } from '../fix-ways.ts';
import { callLines } from '../text/calls.ts';
import {
  type Block,
  countRows,
  type Doc,
  type Inline,
  type Item,
  type List,
  listSpans,
  type Row,
} from '../text/doc.ts';
import { nameSome } from '../text/layout.ts';
import { valueLines } from '../text/render.ts';
import { palette, type TextStyle } from '../text/style.ts';
import { LOG } from '../text/words.ts';
import { findingParts, markdownAdvice } from './findings.ts';

/** Characters that the Git host takes in a comment or an issue. */
export const COMMENT_LIMIT = 65_536;

export interface DocMarkdownOptions {
  /** Reader whom hints address. Default: the terminal. */
  readonly face?: Face;
  /** Most bytes. A Git host that counts characters then accepts the text too. Default: no limit. */
  readonly limit?: number;
  /** Place that lists everything, such as `the summary of the run`. Default: the log. */
  readonly elsewhere?: string;
  /** Markdown above the title. */
  readonly notice?: string;
  /** Names everything. */
  readonly verbose?: boolean;
}

export interface Fitted {
  readonly text: string;
  /** False if even the names of the rows that need attention do not fit. No row is shown then. */
  readonly whole: boolean;
}

/** Form of the rows that need attention, and of the others. */
interface Detail {
  readonly urgent: 'whole' | 'lines' | 'names';
  readonly others: 'whole' | 'lines' | 'counts';
}

/** Forms, the longest first. */
const FOLDING: readonly Detail[] = [
  { urgent: 'whole', others: 'whole' },
  { urgent: 'whole', others: 'lines' },
  { urgent: 'whole', others: 'counts' },
  { urgent: 'lines', others: 'counts' },
  { urgent: 'names', others: 'counts' },
];

/** More blocks than this, of which only counts are shown, are counted in one line. */
const COUNTED_BLOCKS = 40;
/** Names of an item without --verbose. */
const NAMED = 10;

export function docMarkdown(doc: Doc, options: DocMarkdownOptions = {}): string {
  return fitMarkdown(doc, options).text;
}

/** Puts a note above a report that does not fit, so that no reader takes a part for the whole. */
export function fitMarkdown(doc: Doc, options: DocMarkdownOptions = {}): Fitted {
  const { limit = Number.POSITIVE_INFINITY, elsewhere = LOG } = options;
  for (const detail of FOLDING) {
    const text = joinParts([...topParts(doc, options), ...headParts(doc), ...bodyParts(doc, detail, options)]);
    if (Buffer.byteLength(text) <= limit) return { text, whole: true };
  }
  const { overflow } = doc;
  const note =
    overflow === undefined
      ? `> The list does not fit here. In full: ${elsewhere}.`
      : [
          `> **${markdownText(overflow.reason)}**`,
          `> ${overflow.lost} do not fit, and none of them is shown. In full: ${elsewhere}.`,
          `> ${inlineMarkdown(overflow.remedy)}`,
        ].join('\n');
  return { text: joinParts([...topParts(doc, options), note, ...headParts(doc)]), whole: false };
}

function joinParts(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function topParts({ banner, title, about }: Doc, { notice = '' }: DocMarkdownOptions): readonly string[] {
  return [
    banner === undefined ? '' : `> **${inlineMarkdown(banner)}**`,
    notice,
    `### ${markdownText(title)}${about === undefined ? '' : ` (${markdownText(about)})`}`,
  ];
}

function headParts({ facts = [], warnings = [], summary, refusal, notes = [] }: Doc): readonly string[] {
  return [
    facts.map(({ name, value }) => `- ${markdownText(name)}: ${inlineMarkdown(value)}`).join('\n'),
    ...warnings.map((text) => `> ${markdownText(text)}`),
    inlineMarkdown(summary),
    refusal === undefined ? '' : `> **Apply will refuse this plan**: ${markdownText(refusal)}.`,
    ...notes.map((note) => `> ${inlineMarkdown(note)}`),
  ];
}

function bodyParts(doc: Doc, detail: Detail, options: DocMarkdownOptions): readonly string[] {
  const { lists = [], history = [], findings, calls = [], rows } = doc;
  const { blocks, apart = false } = rows;
  const writer = { detail, face: options.face ?? 'terminal', style: makeStyle(options), isApart: apart } as const;
  const isCounted = detail.others === 'counts';
  return [
    ...lists.flatMap((list) => listParts(list, options)),
    ...findings.flatMap(({ place, items }) => [
      place === undefined || items.length === 0 ? '' : `Found in ${markdownText(place)}:`,
      ...findingParts(items, isCounted ? 'counts' : 'whole', writer.face),
    ]),
    ...(apart ? apartParts(blocks, writer) : blocks.flatMap((block) => blockParts(block, writer, options))),
    ...(calls.length === 0 || isCounted
      ? []
      : [foldText('Calls made by apply', markdownBlock(callLines(calls, writer.style).join('\n')))]),
    ...history.flatMap((list) => listParts(list, options)),
  ];
}

/** Fits the column of a code review. */
function makeStyle({ verbose = false }: DocMarkdownOptions): TextStyle {
  return { palette: palette(false), width: 90, verbose, now: 0 };
}

interface Writer {
  readonly detail: Detail;
  readonly face: Face;
  readonly style: TextStyle;
  readonly isApart: boolean;
}

/** Rows that need attention in full, followed by the others of each block, folded. */
function apartParts(blocks: readonly Block[], writer: Writer): readonly string[] {
  const urgent = blocks.flatMap(({ rows }) => rows.filter(isUrgent));
  const rest = blocks
    .map((block) => ({ ...block, rows: block.rows.filter((row) => !isUrgent(row)) }))
    .filter(({ rows }) => rows.length > 0);
  const title = `**Look at ${urgent.length === 1 ? 'this one' : `these ${urgent.length}`} first**`;
  const isTooMany = writer.detail.others === 'counts' && rest.length > COUNTED_BLOCKS;
  const others = isTooMany
    ? [`And ${countText(rest.flatMap(({ rows }) => rows))}, in ${rest.length} places, not listed here.`]
    : rest.map((block) => foldedPart(block.rows, writer, block.title));
  return [...(urgent.length === 0 ? [] : [title, ...rowParts(urgent, writer)]), ...others];
}

function isUrgent({ attention }: Row): boolean {
  return attention !== false;
}

/** `title`: of the block. Undefined if it is above. */
function foldedPart(rows: readonly Row[], writer: Writer, title?: string): string {
  const counts = `${title === undefined ? '' : `${title}: `}${countText(rows)}`;
  if (rows.length === 0) return '';
  if (writer.detail.others === 'counts') return `- ${markdownText(counts)}`;
  return foldText(counts, rowParts(rows, writer).join('\n\n'));
}

function countText(rows: readonly Row[]): string {
  return countRows(rows, false)
    .map(({ text }) => text)
    .join(', ');
}

function blockParts(block: Block, writer: Writer, options: DocMarkdownOptions): readonly string[] {
  const { title, cause, rows, folded = false, notes = [], items = [] } = block;
  const { detail } = writer;
  if (cause !== undefined && title !== undefined) {
    const isShort = detail.urgent === 'names' || detail.others === 'counts';
    return rows.length === 0 || isShort
      ? [`- ${markdownText(title)}`]
      : [foldText(title, rows.map(memberLine).join('\n'))];
  }
  const others = rows.filter((row) => !isUrgent(row));
  const isFolded = folded || detail.others === 'counts';
  return [
    ...(title === undefined ? [] : [`#### ${markdownText(title)}`]),
    ...notes.map(inlineMarkdown),
    items.map((item) => itemLine(item, options)).join('\n'),
    ...rowParts(isFolded ? rows.filter(isUrgent) : rows, writer),
    isFolded ? foldedPart(others, writer) : '',
  ];
}

function listParts({ title, items }: List, options: DocMarkdownOptions): readonly string[] {
  if (items.length === 0) return [];
  return [`#### ${markdownText(title)}`, items.map((item) => itemLine(item, options)).join('\n')];
}

function itemLine({ text, names = [] }: Item, { verbose = false }: DocMarkdownOptions): string {
  const shown = nameSome(names, verbose ? names.length : NAMED);
  return `- ${inlineMarkdown(text)}${names.length === 0 ? '' : ` (${markdownText(shown)})`}`;
}

/** Folds a text under a title. The title is inside an HTML block, so it contains no Markdown. */
function foldText(title: string, body: string): string {
  return `<details><summary>${markdownHtml(title)}</summary>\n\n${body}\n\n</details>`;
}

function memberLine({ address, foreign = [] }: Row): string {
  const options = foreign.map(({ value }) => markdownCode(optionName(value))).join(', ');
  return `- ${markdownCode(address)}${options === '' ? '' : `: ${options}`}`;
}

/** Rows of one cause as one item. Short rows are one part, a list. */
function rowParts(rows: readonly Row[], writer: Writer): readonly string[] {
  const { urgent, others } = writer.detail;
  const groups = [...Map.groupBy(rows, (row) => row.cause ?? row.address).values()];
  const parts = groups.map((equal) => {
    const form = equal[0] !== undefined && isUrgent(equal[0]) ? urgent : others;
    return rowPart(equal, form === 'counts' ? 'lines' : form, writer);
  });
  const isList = urgent !== 'whole' || (others !== 'whole' && !rows.some(isUrgent));
  return parts.length === 0 ? [] : isList ? [parts.join('\n')] : parts;
}

/** Equal rows as one item: they differ in their addresses only. */
function rowPart(equal: readonly Row[], form: Detail['urgent'], { face, style }: Writer): string {
  const [row] = equal;
  if (row === undefined) return '';
  const { status, column, about, short, notes = [], advice = {}, values, foreign = [], brief = false } = row;
  const words = `**${markdownText(status.word)}**${column === undefined ? '' : ` ${markdownText(column)}`}`;
  const nameOf = form === 'whole' ? nameMarkdown : ({ address }: Row) => markdownCode(address);
  const name = `- ${words} ${equal.map(nameOf).join(', ')}`;
  if (form !== 'whole' && short !== undefined)
    return name + (inlineMarkdown(short) === '' ? '' : `: ${inlineMarkdown(short)}`);
  if (form === 'names') return name;
  const said = [...(about === undefined || equal.length > 1 ? [] : [about]), ...(brief ? [] : notes)]
    .map(inlineMarkdown)
    .filter((text) => text !== '');
  const line = `${name}${said.length === 0 ? '' : `: ${said.reduce(joinSentences)}`}${brief ? '' : markdownAdvice(advice, face)}`;
  if (brief || form === 'lines') return line;
  const options = foreign.map(({ value }) => markdownCode(optionName(value))).join(', ');
  const kept = options === '' ? '' : ` Kept, not declared: ${options}.`;
  const fields = values === undefined ? [] : valueLines(values, '', style);
  return [line + kept, ...(fields.length === 0 ? [] : [markdownBlock(fields.join('\n'))])].join('\n\n');
}

function nameMarkdown({ label, address }: Row): string {
  return label === undefined ? markdownCode(address) : `${markdownText(label)} (${markdownCode(address)})`;
}

function joinSentences(text: string, next: string): string {
  return `${text}${text.endsWith('.') ? '' : '.'} ${next}`;
}

function inlineMarkdown(inline: Inline): string {
  return listSpans(inline)
    .map((span) => {
      if (typeof span === 'string') return markdownText(span);
      if ('at' in span) return markdownText(moment(span.at));
      if (span.as === 'code') return markdownCode(span.text);
      return span.as === 'strong' ? `**${markdownText(span.text)}**` : `_${markdownText(span.text)}_`;
    })
    .join('');
}
