/** Renders the document of a report as text for a terminal. */

import { largest } from '../../model/lists.ts';
import { ago } from '../../model/moment.ts';
import { terminalLine } from '../escape.ts';
import { callLines } from './calls.ts';
import {
  type Block,
  code,
  countRows,
  type Doc,
  type Inline,
  type Item,
  type List,
  listSpans,
  type Row,
  type Values,
} from './doc.ts';
import { fieldLines } from './fields.ts';
import { findingsText } from './findings.ts';
import { folded, moreLine } from './fold.ts';
import { adviceLines } from './hint.ts';
import { countColumns, type Indent, padEnd, splitWords, wrap, wrapWords } from './layout.ts';
import { stepLines } from './next.ts';
import { foreignLine } from './options.ts';
import type { Ink, TextStyle } from './style.ts';
import { selectInk } from './words.ts';

const FLUSH = { first: '', rest: '' };
const DETAIL = { first: '      ', rest: '      ' };

/** Lines of a screen. A report that folds is shortened above this. */
const SCREEN = 40;

export function docText(doc: Doc, style: TextStyle): string {
  const whole = blocksText(layOutParts(doc, style, false));
  if (doc.rows.folds !== true || style.summary === true) return whole;
  // A short plan is shown in full, whatever its findings.
  const plain = blocksText(layOutParts({ ...doc, findings: [] }, style, false));
  return plain.split('\n').length > SCREEN ? blocksText(layOutParts(doc, style, true)) : whole;
}

function layOutParts(doc: Doc, style: TextStyle, isLong: boolean): readonly (readonly string[])[] {
  const { palette } = style;
  const { banner, warnings = [], calls = [], refusal, notes = [], steps = [], lists = [], history = [] } = doc;
  const { blocks, apart = false } = doc.rows;
  const isFolded = isLong && !style.verbose && style.everything !== true;
  const isApart = isLong && apart;
  const shown = isApart ? blocks.flatMap(withoutUrgent) : blocks;
  const urgent = isApart ? blocks.flatMap(({ rows }) => rows.filter(isUrgent)) : [];
  const isCounted = isFolded && blocks.some(({ rows }) => !rows.every(isUrgent));
  const width = wordColumns(doc);
  return [
    // In one line, so that an address is never broken.
    banner === undefined ? [] : [palette.warning(plainText(banner))],
    [
      ...(doc.continues === true ? [] : headLines(doc, style)),
      ...warnings.flatMap((text) => inlineLines(text, style, FLUSH).map(palette.warning)),
    ],
    ...lists.map((list) => listLines(list, style)),
    ...shown.map((block) => (isFolded ? foldedLines(block, style, width) : blockLines(block, style, width))),
    calls.length === 0 || style.summary === true
      ? []
      : [palette.heading('Calls made by apply'), ...callLines(calls, style)],
    urgent.length === 0 ? [] : blockLines({ title: 'Needs attention', rows: urgent, spaced: true }, style, width),
    ...history.map((list) => listLines(list, style)),
    ...doc.findings.map(({ place, items }) => {
      if (items.length === 0) return [];
      const head = place === undefined ? [] : [palette.strong(`Found in ${terminalLine(place)}:`)];
      return [...head, findingsText(items, style)];
    }),
    [
      ...[doc.summary, ...notes].flatMap((note) => inlineLines(note, style, FLUSH)),
      ...(refusal === undefined ? [] : [palette.error(`Apply will refuse this plan: ${refusal}.`)]),
      ...(refusal !== undefined && style.summary === true
        ? [palette.dim('Without --summary, the plan shows what to do.')]
        : []),
      ...(isCounted ? [palette.dim('--summary names what is only counted, and --verbose shows it in full.')] : []),
    ],
    stepLines(steps, style),
  ];
}

function isUrgent({ attention }: Row): boolean {
  return attention === true;
}

/** Returns nothing if every row of the block needs attention. */
function withoutUrgent(block: Block): readonly Block[] {
  const rows = block.rows.filter((row) => !isUrgent(row));
  return rows.length === 0 && block.rest === undefined ? [] : [{ ...block, rows }];
}

/** Rows that need no attention are counted by group. */
function foldedLines(block: Block, style: TextStyle, width: number): readonly string[] {
  const urgent = block.rows.filter(isUrgent);
  const counts = countRows(block.rows.filter((row) => !isUrgent(row)));
  const lines = [
    ...blockLines({ ...block, rows: urgent, rest: '' }, style, width),
    ...(urgent.length > 0 && counts.length > 0 ? [''] : []),
    ...counts.map(({ sign, text }) => `  ${selectInk(style.palette, sign)(sign.symbol)} ${terminalLine(text)}`),
  ];
  return [...lines, ...restLines(block, style)];
}

function restLines({ rest = '' }: Block, { palette }: TextStyle): readonly string[] {
  return rest === '' ? [] : [palette.dim(`  ${rest}`)];
}

/** Names that follow an item without --verbose. */
const NAMED = 10;

function listLines({ title, items }: List, style: TextStyle): readonly string[] {
  if (items.length === 0) return [];
  return [style.palette.heading(terminalLine(title)), ...items.flatMap((item) => itemLines(item, style))];
}

function itemLines({ sign, text, names = [] }: Item, style: TextStyle): readonly string[] {
  const mark = sign === undefined ? '' : `${selectInk(style.palette, sign)(sign.symbol)} `;
  const shown = style.verbose ? names : names.slice(0, NAMED);
  const left = names.length - shown.length;
  // Code is unbroken, so that a sign stays with its address.
  const list = shown.flatMap((name, at) => [at === 0 ? '' : ', ', code(name)]);
  const spans =
    names.length === 0 ? text : [...listSpans(text), ' (', ...list, left === 0 ? ')' : ` and ${left} more)`];
  return inlineLines(spans, style, { first: `  ${mark}`, rest: ' '.repeat(2 + countColumns(mark)) });
}

/** Blocks of lines with a blank line between two. */
export function blocksText(blocks: readonly (readonly string[])[]): string {
  const filled = blocks.filter((block) => block.length > 0).map((block) => block.join('\n'));
  return `${filled.join('\n\n')}\n`;
}

function headLines({ title, about, details = [], line, facts = [] }: Doc, style: TextStyle): readonly string[] {
  const { heading, dim } = style.palette;
  const places = [...(about === undefined ? [] : [about]), ...details];
  const width = largest(
    facts.map(({ name }) => countColumns(name)),
    0,
  );
  return [
    heading(terminalLine(title)) + dim(places.length === 0 ? '' : ` (${terminalLine(places.join(', '))})`),
    ...(line === undefined ? [] : [line]),
    ...facts.flatMap(({ name, value }) =>
      inlineLines(value, style, { first: `  ${padEnd(name, width)}  `, rest: ' '.repeat(width + 4) }),
    ),
  ];
}

/** Columns of the widest status, so that all addresses start in one column. */
function wordColumns({ rows: { blocks, columns = LEAST_COLUMNS } }: Doc): number {
  const words = blocks.flatMap(({ cause, rows }) => (cause === undefined ? rows.map(({ status }) => status.word) : []));
  return largest(words.map(countColumns), columns);
}

/** The width of `blocked` and `drifted`. */
const LEAST_COLUMNS = 7;

export function blockLines(block: Block, style: TextStyle, width: number): readonly string[] {
  const { cause, rows, spaced = false, most = rows.length, mostOf, notes = [], items = [] } = block;
  if (style.summary === true) return rows.map((row) => summaryLine(row, style, width));
  const shown = folded(rows, style, {
    causeOf: (row) => (mostOf === 'cause' ? (row.cause ?? '') : ''),
    most: () => most,
  });
  const indent = cause === undefined ? '  ' : DETAIL.first;
  const lines = shown.map(({ item, more }, at) => [
    ...(cause === undefined
      ? rowLines(item, style, { width, repeats: item.cause !== undefined && item.cause === shown[at - 1]?.item.cause })
      : memberLines(item, style)),
    ...(more > 0 ? [indent + moreLine(more, style, cause === undefined ? item.status.word : undefined)] : []),
  ]);
  const head = [
    ...titleLines(block, style),
    ...notes.flatMap((note) => inlineLines(note, style, FLUSH)),
    ...items.flatMap((item) => itemLines(item, style)),
  ];
  const isApart = spaced && rows.length > 0;
  return [
    ...head,
    ...(notes.length > 0 && rows.length > 0 ? [''] : []),
    ...lines.flatMap((row, at) => (spaced && at > 0 ? ['', ...row] : row)),
    ...(isApart && restLines(block, style).length > 0 ? [''] : []),
    ...restLines(block, style),
  ];
}

/** Writes one line of any length, so that lines can be counted and searched. */
function summaryLine({ sign, status, short = '', ...row }: Row, style: TextStyle, width: number): string {
  const word = selectInk(style.palette, sign)(`${sign.symbol} ${padEnd(terminalLine(status.word), width)}`);
  return `  ${word} ${nameText(row, style)}${aboutText(short, style)}`;
}

/** `Loyalty tier (property:contacts/loyaltytier)`. */
function nameText({ label, address }: Pick<Row, 'label' | 'address'>, { palette }: TextStyle): string {
  const shown = palette.strong(terminalLine(address));
  return label === undefined ? shown : `${terminalLine(label)} (${shown})`;
}

function titleLines({ title, cause }: Block, style: TextStyle): readonly string[] {
  if (title === undefined) return [];
  if (cause === undefined) return [style.palette.heading(terminalLine(title))];
  return inlineLines(title, style, { first: `  ${selectInk(style.palette, cause)(cause.symbol)} `, rest: '    ' });
}

/** A row below the cause that it shares with others. */
function memberLines({ address, about = '', foreign }: Row, style: TextStyle): readonly string[] {
  const options = foreign === undefined ? [] : [`${DETAIL.first}  ${foreignLine(foreign, style)}`];
  return [`${DETAIL.first}${terminalLine(address)}${aboutText(about, style)}`, ...options];
}

interface RowFrame {
  /** Columns of the widest status. */
  readonly width: number;
  /** The row above has the same details. */
  readonly repeats?: boolean;
}

export function rowLines(row: Row, style: TextStyle, frame: RowFrame = { width: LEAST_COLUMNS }): readonly string[] {
  const { sign, status, column, place, about = '', notes = [], advice = {}, values, foreign, brief = false } = row;
  const { palette } = style;
  const word = selectInk(palette, sign)(`${sign.symbol} ${padEnd(terminalLine(status.word), frame.width)}`);
  const second = column === undefined ? '' : `${padEnd(column, LEAST_COLUMNS)} `;
  const first = `  ${word} ${second}`;
  const isRepeated = frame.repeats === true && notes.length > 0 && !brief;
  const told = isRepeated ? 'as above' : '';
  const behind = `${nameText(row, style)}${aboutText(about, style)}${aboutText(place ?? '', style)}${aboutText(told, style)}`;
  const head = wrap(behind, style.width, { first, rest: ' '.repeat(countColumns(first)) });
  if (frame.repeats === true || (brief && !style.verbose)) return head;
  const indent = DETAIL.first;
  return [
    ...head,
    ...notes.flatMap((note) => inlineLines(note, style, DETAIL)),
    ...adviceLines(advice, style, { first: `${indent}${palette.command('help:')} `, rest: `${indent}      ` }),
    ...(values === undefined ? [] : valueLines(values, indent, style)),
    ...(foreign === undefined ? [] : [indent + foreignLine(foreign, style)]),
  ];
}

export function valueLines(values: Values, indent: string, style: TextStyle): readonly string[] {
  const { fields, words, before, after, captioned = false } = values;
  if (!captioned) return fieldLines(fields, words, indent, style);
  const caption = style.palette.dim(`${indent}${before} -> ${after}`.toLowerCase());
  return [caption, ...fieldLines(fields, words, `${indent}  `, style)];
}

function plainText(inline: Inline): string {
  return listSpans(inline)
    .map((span) => terminalLine(typeof span === 'string' ? span : 'at' in span ? span.at : span.text))
    .join('');
}

function aboutText(about: Inline, style: TextStyle): string {
  const text = inkPieces(about, style)
    .map((piece) => piece.text)
    .join('');
  return text === '' ? '' : `  ${style.palette.dim(text)}`;
}

/** Wraps text. Code and quotes in backticks stay on one line. */
function inlineLines(inline: Inline, style: TextStyle, indent: Indent): readonly string[] {
  return wrapWords(splitWords(inkPieces(inline, style)), style.width, indent);
}

function inkPieces(inline: Inline, style: TextStyle): readonly { readonly text: string; readonly whole: boolean }[] {
  return listSpans(inline).flatMap((span) => {
    if (typeof span === 'string') return inkWords(span, (text) => text);
    if ('at' in span) return inkWords(ago(span.at, style.now), (text) => text);
    if (span.as === 'code') return [{ text: terminalLine(span.text), whole: true }];
    return inkWords(span.text, style.palette[span.as]);
  });
}

/** Inks word by word, so that no colour continues on the next line. */
function inkWords(text: string, ink: Ink): readonly { readonly text: string; readonly whole: boolean }[] {
  return terminalLine(text)
    .split(/(`[^`]*`)/)
    .map((part, index) => ({
      text: part
        .split(' ')
        .map((word) => (word === '' ? word : ink(word)))
        .join(' '),
      whole: index % 2 === 1,
    }));
}
