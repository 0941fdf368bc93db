/** The lines of a document, and the positions of its nodes. */

import { isMap, isPair, isScalar, isSeq, rangeOf } from '../yaml/parse.ts';

export interface Source {
  readonly text: string;
  readonly lines: readonly string[];
  /** Index of the line of an offset. */
  lineOf(offset: number): number;
  /** Column of an offset, from 0. */
  columnOf(offset: number): number;
}

/** True for a mapping or a list in block style, without braces or brackets. */
export function isBlock(node: unknown): node is { readonly items: readonly unknown[] } {
  return (isMap(node) || isSeq(node)) && node.flow !== true && node.items.length > 0;
}

/** True for a line that is blank or only a comment. */
export function isGap(line: string): boolean {
  const text = line.trim();
  return text === '' || text.startsWith('#');
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Returns the line of the last word of a node. Returns undefined for a node without words. */
export function lastLineOf(source: Source, node: unknown): number | undefined {
  if (isPair(node)) return lastLineOf(source, node.value) ?? lastLineOf(source, node.key);
  if (isBlock(node)) return lastLineOf(source, node.items.at(-1));
  const range = rangeOf(node);
  if (range === undefined || range[0] === range[1]) return undefined;
  // For a block text without words, the blank lines below its sign do not belong to it.
  return source.lineOf(isBlockText(source, node) && node.value === '' ? range[0] : range[1] - 1);
}

/** True for a block text, in lines below `|` or `>`. */
export function isBlockText(source: Source, node: unknown): node is { readonly value: unknown } {
  const range = isScalar(node) ? rangeOf(node) : undefined;
  return range !== undefined && /[|>]/.test(source.text[range[0]] ?? '');
}

/** Returns the first line from here with more than a comment. Returns `end` if there is none. */
export function contentFrom(source: Source, start: number, end: number): number {
  let line = start;
  while (line < end && isGap(source.lines[line] ?? '')) line += 1;
  return line;
}

/**
 * Divides the comments and blank lines between two entries of a column. Comments with deeper indentation belong to the entry above. Returns
 * the first line that belongs to the entry below.
 */
export function splitGap(source: Source, start: number, end: number, column: number): number {
  let split = start;
  for (let line = start; line < end; line += 1) {
    const text = source.lines[line] ?? '';
    if (text.trim() === '') continue;
    if (indentOf(text) <= column) break;
    split = line + 1;
  }
  return split;
}
