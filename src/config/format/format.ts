/** The layout of a configuration file. The contents stay the same and get one canonical layout. */

import type { z } from 'zod';
import { equalJson, type Json } from '../../model/json.ts';
import { eolOf } from '../yaml/edit/lines.ts';
import { type Composed, isEmptyNode, rangeOf } from '../yaml/parse.ts';
import { type Read, readWhole } from '../yaml/read.ts';
import { blockLines, type Line } from './blocks.ts';
import { contentFrom, isBlock, isGap, lastLineOf, type Source } from './source.ts';

/**
 * Returns undefined for a text that is not one valid document. Parts whose meaning would change stay as they are. `schema` is the schema of
 * the document.
 */
export function formatYaml(text: string, schema: z.ZodType): string | undefined {
  return formatRead(text, readWhole({ path: '', text }), schema);
}

/** Formats a text that was already parsed in one piece. */
export function formatRead(text: string, read: Read, schema: z.ZodType): string | undefined {
  const before = sayingOf(read);
  if (before === undefined) return undefined;
  // A new order of keys may put an alias before its anchor.
  for (const order of [schema, undefined]) {
    const after = laidOut(text, read.composed, order);
    if (after === text) return text;
    const meant = sayingOf(readWhole({ path: '', text: after }));
    if (meant !== undefined && equalJson(before, meant)) return after;
  }
  return text;
}

/** Returns the value for the comparison. It is null for an empty document, and undefined for a document with errors. */
function sayingOf({ composed: { documents, refused }, built }: Read): Json | undefined {
  const [document, second] = documents;
  if (refused !== undefined || second !== undefined || (document?.errors.length ?? 0) > 0) return undefined;
  return built.findings.length > 0 ? undefined : (built.value ?? null);
}

function laidOut(text: string, { documents, position }: Composed, schema: z.ZodType | undefined): string {
  const eol = eolOf(text);
  const source: Source = {
    text,
    lines: text.split(/\r?\n/),
    lineOf: (offset) => position(offset).line - 1,
    columnOf: (offset) => position(offset).column - 1,
  };
  const root = documents[0]?.contents;
  // Braces around the whole document stay as they are.
  if (!isBlock(root) && !isEmptyNode(root)) return text;
  const lines = withoutDoubles(
    isBlock(root) ? rootLines(source, root, schema) : outside(source, 0, source.lines.length),
  );
  return lines.length === 0 ? '' : lines.join(eol) + eol;
}

/** Returns all lines, including the directives and markers outside of the document. */
function rootLines(
  source: Source,
  root: { readonly items: readonly unknown[] },
  schema: z.ZodType | undefined,
): readonly Line[] {
  const range = rangeOf(root);
  const first = source.lineOf(range?.[0] ?? 0);
  let start = first;
  while (start > 0 && isGap(source.lines[start - 1] ?? '')) start -= 1;
  const last = lastLineOf(source, root) ?? first;
  const end = contentFrom(source, last + 1, source.lines.length);
  return [
    ...outside(source, 0, start),
    ...blockLines(source, root, { start, end, column: 0 }, schema, headOf),
    ...outside(source, end, source.lines.length),
  ];
}

function outside(source: Source, from: number, to: number): readonly Line[] {
  return source.lines.slice(from, to).map((line) => ({ text: line.trimEnd() }));
}

/**
 * Returns the number of lines at the top that are about the file. Comments directly above the first key are not, if a blank line precedes
 * them.
 */
function headOf(lead: readonly Line[]): number {
  const comment = lead.findIndex(({ text }) => text !== '');
  const blank = lead.findLastIndex(({ text }) => text === '');
  return comment < 0 ? 0 : blank < comment ? lead.length : blank + 1;
}

/** Merges consecutive blank lines, and removes blank lines at the start and the end. */
function withoutDoubles(lines: readonly Line[]): readonly string[] {
  const isBlank = (line: Line | undefined) => line === undefined || (line.kept !== true && line.text === '');
  const single = lines.filter((line, index) => !isBlank(line) || !isBlank(lines[index - 1]));
  const last = single.findLastIndex((line) => !isBlank(line));
  return single.slice(0, last + 1).map(({ text }) => text);
}
