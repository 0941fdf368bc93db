/** Renders the document of a report as text for a terminal. */

import { largest } from '../../model/lists.ts';
import { ago } from '../../model/moment.ts';
import { terminalLine } from '../escape.ts';
import { type Block, type Doc, type Fact, type Inline, listSpans, type Row } from './doc.ts';
import { fieldLines } from './fields.ts';
import { findingsText } from './findings.ts';
import { folded, moreLine } from './fold.ts';
import { adviceLines } from './hint.ts';
import { columnsOf, type Indent, padEnd, wordsOf, wrapWords } from './layout.ts';
import { foreignLine } from './options.ts';
import { stepLines } from './steps.ts';
import type { Ink, TextStyle } from './style.ts';
import { inkOf } from './words.ts';

const FLUSH = { first: '', rest: '' };
const DETAIL = { first: '      ', rest: '      ' };

export function docText(doc: Doc, style: TextStyle): string {
  const { palette } = style;
  const { about, facts = [], warnings = [], notes = [], steps = [] } = doc;
  return blocksText([
    [
      palette.heading(terminalLine(doc.title)) + palette.dim(about === undefined ? '' : ` (${terminalLine(about)})`),
      ...factLines(facts, style),
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

function factLines(facts: readonly Fact[], style: TextStyle): readonly string[] {
  const width = largest(
    facts.map(({ name }) => columnsOf(name)),
    0,
  );
  return facts.flatMap(({ name, value }) =>
    inlineLines(value, style, { first: `  ${padEnd(name, width)}  `, rest: ' '.repeat(width + 4) }),
  );
}

/** Columns of the widest status, so that all addresses start in one column. */
function wordColumns({ rows: { blocks } }: Doc): number {
  const words = blocks.flatMap(({ cause, rows }) => (cause === undefined ? rows.map(({ status }) => status.word) : []));
  return largest(words.map(columnsOf), LEAST_COLUMNS);
}

/** The width of `blocked` and `drifted`. */
const LEAST_COLUMNS = 7;

function blockLines(block: Block, style: TextStyle, width: number): readonly string[] {
  const { title, cause, rows, spaced = false, most = rows.length } = block;
  const { palette } = style;
  const head = title === undefined ? [] : cause === undefined ? [palette.heading(terminalLine(title))] : [];
  const lines = folded(rows, style, { causeOf: () => '', most: () => most }).map(({ item, more }) => [
    ...(cause === undefined ? rowLines(item, style, width) : memberLines(item, style)),
    ...(more > 0 ? [(cause === undefined ? '  ' : DETAIL.first) + moreLine(more, style)] : []),
  ]);
  const causeLines =
    cause === undefined || title === undefined
      ? []
      : inlineLines(title, style, { first: `  ${inkOf(palette, cause)(cause.symbol)} `, rest: '    ' });
  return [...head, ...causeLines, ...lines.map((row) => row.join('\n')).flatMap(spaced ? spacedOut : (row) => [row])];
}

function spacedOut(row: string, at: number): readonly string[] {
  return at === 0 ? [row] : ['', row];
}

/** A row below the cause that it shares with others. */
function memberLines({ address, about = '', foreign }: Row, style: TextStyle): readonly string[] {
  const options = foreign === undefined ? [] : [`${DETAIL.first}  ${foreignLine(foreign, style)}`];
  return [`${DETAIL.first}${terminalLine(address)}${aboutText(about, style)}`, ...options];
}

/** `width`: columns of the widest status. */
export function rowLines(row: Row, style: TextStyle, width = LEAST_COLUMNS): readonly string[] {
  const { sign, status, address, about = '', notes = [], advice = {}, values, foreign, brief = false } = row;
  const { palette } = style;
  const head = `  ${inkOf(palette, sign)(`${sign.symbol} ${padEnd(terminalLine(status.word), width)}`)} ${palette.strong(terminalLine(address))}${aboutText(about, style)}`;
  if (brief && !style.verbose) return [head];
  return [
    head,
    ...notes.flatMap((note) => inlineLines(note, style, DETAIL)),
    ...adviceLines(advice, style, {
      first: `${DETAIL.first}${palette.command('help:')} `,
      rest: `${DETAIL.first}      `,
    }),
    ...(values === undefined ? [] : fieldLines(values.fields, values.words, DETAIL.first, style)),
    ...(foreign === undefined ? [] : [DETAIL.first + foreignLine(foreign, style)]),
  ];
}

function aboutText(about: Inline, style: TextStyle): string {
  const text = inkPieces(about, style)
    .map((piece) => piece.text)
    .join('');
  return text === '' ? '' : `  ${style.palette.dim(text)}`;
}

/** Wraps text. Code and quotes in backticks stay on one line. */
export function inlineLines(inline: Inline, style: TextStyle, indent: Indent): readonly string[] {
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
