/**
 * The layout of block mappings and lists: two spaces for each level, comments above their entries, keys in the order of the documentation.
 */

import type { z } from 'zod';
import { schemaAt } from '../schema/walk.ts';
import { isMap, isPair, isScalar, rangeOf } from '../yaml/parse.ts';
import { keyOf, orderOf } from './order.ts';
import { contentFrom, indentOf, isBlock, isBlockText, isGap, lastLineOf, type Source, splitGap } from './source.ts';
import { pairWords, valueWords } from './words.ts';

/** A written line. `kept` is true inside of a text, where blank lines and spaces are significant. */
export interface Line {
  readonly text: string;
  readonly kept?: true;
}

/** Lines of the source from `start` to before `end`, to be written at `column`. */
interface Region {
  readonly start: number;
  readonly end: number;
  readonly column: number;
  /** Column of the first word, if it does not start its line. */
  readonly from?: number;
}

/** Returns the number of lines above the first entry that stay at the top. */
type Head = (lead: readonly Line[]) => number;

interface Entry {
  readonly lead: readonly Line[];
  readonly body: readonly Line[];
}

export function blockLines(
  source: Source,
  node: { readonly items: readonly unknown[] },
  region: Region,
  schema: z.ZodType | undefined,
  head: Head = () => 0,
): readonly Line[] {
  const { entries, rest } = entriesOf(source, node, region, schema);
  const [first = { lead: [], body: [] }] = entries;
  const top = first.lead.slice(0, head(first.lead));
  const all = entries.map((entry, index) =>
    split(index === 0 ? { ...entry, lead: entry.lead.slice(top.length) } : entry),
  );
  const order = isMap(node) ? orderOf(node.items, schema) : all.map((_, index) => index);
  // A blank line stays at its position, even if the entries around it change.
  const lines = order.flatMap((position, index) => [
    ...(all[index]?.parted === true && index > 0 ? [BLANK] : []),
    ...(all[position]?.lead ?? []),
    ...(all[position]?.body ?? []),
  ]);
  return [...top, ...lines, ...rest];
}

const BLANK: Line = { text: '' };

/** `parted` is true if a blank line is above the entry. */
function split({ lead, body }: Entry): Entry & { readonly parted: boolean } {
  const start = lead.findIndex(({ text }) => text !== '');
  return { lead: start < 0 ? [] : lead.slice(start), body, parted: start !== 0 && lead.length > 0 };
}

function entriesOf(
  source: Source,
  node: { readonly items: readonly unknown[] },
  region: Region,
  schema: z.ZodType | undefined,
): { readonly entries: readonly Entry[]; readonly rest: readonly Line[] } {
  const { end, column } = region;
  const entries: Entry[] = [];
  let start = region.start;
  let own: number | undefined;
  for (const item of node.items) {
    const line = contentFrom(source, start, end);
    const from = (entries.length === 0 ? region.from : undefined) ?? indentOf(source.lines[line] ?? '');
    own ??= from;
    const last = lastLineOf(source, item) ?? line;
    const gapEnd = contentFrom(source, last + 1, end);
    const stop = splitGap(source, last + 1, gapEnd, own);
    const at = { start: line, end: stop, column, from };
    const body = isMap(node)
      ? pairLines(source, item, at, last, schema)
      : itemLines(source, item, at, last, schema && schemaAt(schema, [0]));
    entries.push({ lead: gapLines(source, start, line, column), body });
    start = stop;
  }
  return { entries, rest: gapLines(source, start, end, column) };
}

function pairLines(
  source: Source,
  pair: unknown,
  { start, end, column, from }: Required<Region>,
  last: number,
  schema: z.ZodType | undefined,
): readonly Line[] {
  const name = keyOf(pair);
  const below = schema === undefined || name === undefined ? undefined : schemaAt(schema, [name]);
  const words = pairWords(source, pair, start, from, below);
  const value = isPair(pair) ? pair.value : undefined;
  if (isBelow(source, value, start)) {
    const inner = { start: start + 1, end, column: column + 2 };
    return [lineAt(column, words), ...blockLines(source, value, inner, below)];
  }
  return [
    ...leafLines(source, words, value, { start, column, from, last }),
    ...gapLines(source, last + 1, end, column + 2),
  ];
}

function itemLines(
  source: Source,
  item: unknown,
  { start, end, column, from }: Required<Region>,
  last: number,
  schema: z.ZodType | undefined,
): readonly Line[] {
  const text = source.lines[start] ?? '';
  const inside = from + 1 + indentOf(text.slice(from + 1));
  const range = rangeOf(item);
  if (
    isBlock(item) &&
    range !== undefined &&
    source.lineOf(range[0]) === start &&
    source.columnOf(range[0]) === inside
  ) {
    const lines = blockLines(source, item, { start, end, column: column + 2, from: inside }, schema);
    const first = lines.findIndex((line) => line.kept === true || !isGap(line.text));
    const lead = lines.slice(0, first).map((line) => lineAt(column, line.text.trim()));
    const [dashed = { text: '' }, ...rest] = lines.slice(first);
    return [...lead, lineAt(column, `- ${dashed.text.trimStart()}`), ...rest];
  }
  const words = `- ${valueWords(source, item, start, inside, schema)}`;
  if (isBelow(source, item, start)) {
    return [lineAt(column, words), ...blockLines(source, item, { start: start + 1, end, column: column + 2 }, schema)];
  }
  return [
    ...leafLines(source, words, item, { start, column, from, last }),
    ...gapLines(source, last + 1, end, column + 2),
  ];
}

/** True if a block mapping or list starts on its own line below this line, with only comments and blank lines between. */
function isBelow(source: Source, node: unknown, line: number): node is { readonly items: readonly unknown[] } {
  const range = rangeOf(node);
  if (!isBlock(node) || range === undefined) return false;
  const first = source.lineOf(range[0]);
  const own = source.lines[first] ?? '';
  return first > line && contentFrom(source, line + 1, first) === first && indentOf(own) === source.columnOf(range[0]);
}

/** Returns the lines of a value that is not changed inside. Its further lines move with the first line. */
function leafLines(
  source: Source,
  words: string,
  node: unknown,
  {
    start,
    column,
    from,
    last,
  }: { readonly start: number; readonly column: number; readonly from: number; readonly last: number },
): readonly Line[] {
  const isText = isScalar(node);
  const isInLines = isBlockText(source, node);
  // In a text of line breaks only, lines of spaces are not text.
  const isBlank = isInLines && /^\n*$/.test(String(node.value));
  const more = source.lines.slice(start + 1, last + 1).map((line, index): Line => {
    const text = moved(line, column - from);
    return {
      text: !isBlank && (isInLines || (isText && start + 1 + index < last)) ? text : text.trimEnd(),
      kept: true,
    };
  });
  const first = isText && more.length > 0 && !isInLines ? lineText(column, words) : lineAt(column, words).text;
  return [more.length > 0 ? { text: first, kept: true } : { text: first }, ...more];
}

function moved(line: string, by: number): string {
  return by >= 0 ? (line.trim() === '' ? line : ' '.repeat(by) + line) : line.slice(Math.min(-by, indentOf(line)));
}

function gapLines(source: Source, start: number, end: number, column: number): readonly Line[] {
  return source.lines.slice(start, Math.max(start, end)).map((line) => lineAt(column, line.trim()));
}

function lineAt(column: number, text: string): Line {
  return { text: lineText(column, text.trimEnd()) };
}

function lineText(column: number, text: string): string {
  return text === '' ? '' : ' '.repeat(column) + text;
}
