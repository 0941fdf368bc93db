/** Renders the document of a report as text for a terminal. */

import { largest } from '../../model/lists.ts';
import { ago } from '../../model/moment.ts';
import { terminalLine } from '../escape.ts';
import { type Block, type Doc, type Inline, listSpans, type Row, type Values } from './doc.ts';
import { fieldLines } from './fields.ts';
import { findingsText } from './findings.ts';
import { folded, moreLine } from './fold.ts';
import { adviceLines } from './hint.ts';
import { columnsOf, type Indent, padEnd, wordsOf, wrap, wrapWords } from './layout.ts';
import { foreignLine } from './options.ts';
import { stepLines } from './steps.ts';
import type { Ink, TextStyle } from './style.ts';
import { inkOf } from './words.ts';

const FLUSH = { first: '', rest: '' };
const DETAIL = { first: '      ', rest: '      ' };

export function docText(doc: Doc, style: TextStyle): string {
  const { palette } = style;
  const { warnings = [], notes = [], steps = [] } = doc;
  return blocksText([
    [
      ...(doc.continues === true ? [] : headLines(doc, style)),
      ...warnings.flatMap((text) => inlineLines(text, style, FLUSH).map(palette.warning)),
    ],
    ...doc.rows.blocks.map((block) => blockLines(block, style, wordColumns(doc))),
    ...doc.findings.map(({ place, items }) => {
      if (items.length === 0) return [];
      const head = place === undefined ? [] : [palette.strong(`Found in ${terminalLine(place)}:`)];
      return [...head, findingsText(items, style)];
    }),
    [doc.summary, ...notes].flatMap((note) => inlineLines(note, style, FLUSH)),
    stepLines(steps, style),
  ]);
}

/** Blocks of lines with a blank line between two. */
export function blocksText(blocks: readonly (readonly string[])[]): string {
  const filled = blocks.filter((block) => block.length > 0).map((block) => block.join('\n'));
  return `${filled.join('\n\n')}\n`;
}

function headLines({ title, about, facts = [] }: Doc, style: TextStyle): readonly string[] {
  const { heading, dim } = style.palette;
  const width = largest(
    facts.map(({ name }) => columnsOf(name)),
    0,
  );
  return [
    heading(terminalLine(title)) + dim(about === undefined ? '' : ` (${terminalLine(about)})`),
    ...facts.flatMap(({ name, value }) =>
      inlineLines(value, style, { first: `  ${padEnd(name, width)}  `, rest: ' '.repeat(width + 4) }),
    ),
  ];
}

/** Columns of the widest status, so that all addresses start in one column. */
function wordColumns({ rows: { blocks, columns = LEAST_COLUMNS } }: Doc): number {
  const words = blocks.flatMap(({ cause, rows }) => (cause === undefined ? rows.map(({ status }) => status.word) : []));
  return largest(words.map(columnsOf), columns);
}

/** The width of `blocked` and `drifted`. */
const LEAST_COLUMNS = 7;

export function blockLines(block: Block, style: TextStyle, width: number): readonly string[] {
  const { cause, rows, spaced = false, most = rows.length, mostOf } = block;
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
  return [...titleLines(block, style), ...lines.flatMap((row, at) => (spaced && at > 0 ? ['', ...row] : row))];
}

function titleLines({ title, cause }: Block, style: TextStyle): readonly string[] {
  if (title === undefined) return [];
  if (cause === undefined) return [style.palette.heading(terminalLine(title))];
  return inlineLines(title, style, { first: `  ${inkOf(style.palette, cause)(cause.symbol)} `, rest: '    ' });
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
  const {
    sign,
    status,
    column,
    address,
    place,
    about = '',
    notes = [],
    advice = {},
    values,
    foreign,
    brief = false,
  } = row;
  const { palette } = style;
  const word = inkOf(palette, sign)(`${sign.symbol} ${padEnd(terminalLine(status.word), frame.width)}`);
  const second = column === undefined ? '' : `${padEnd(column, LEAST_COLUMNS)} `;
  const first = `  ${word} ${second}`;
  const behind = `${palette.strong(terminalLine(address))}${aboutText(about, style)}${aboutText(place ?? '', style)}`;
  const head = wrap(behind, style.width, { first, rest: ' '.repeat(columnsOf(first)) });
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

function aboutText(about: Inline, style: TextStyle): string {
  const text = inkPieces(about, style)
    .map((piece) => piece.text)
    .join('');
  return text === '' ? '' : `  ${style.palette.dim(text)}`;
}

/** Wraps text. Code and quotes in backticks stay on one line. */
function inlineLines(inline: Inline, style: TextStyle, indent: Indent): readonly string[] {
  return wrapWords(wordsOf(inkPieces(inline, style)), style.width, indent);
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
