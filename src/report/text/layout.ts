/** Wraps and aligns lines that may contain colour codes and wide characters. */

import { stripVTControlCharacters } from 'node:util';
import { append } from '../../model/lists.ts';

const PLAIN = /^[\u0020-\u007e]*$/;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}|[\u{20000}-\u{3fffd}]/u;
const ZERO = /\p{Mark}|\u200d|\ufe0f/u;

/** Columns that the text takes in a terminal. */
export function countColumns(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const character of stripVTControlCharacters(text)) {
    if (ZERO.test(character)) continue;
    columns += WIDE.test(character) && character > '\u00ff' ? 2 : 1;
  }
  return columns;
}

/** Pads on the right to a number of columns. */
export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - countColumns(text)));
}

/** Aligns the cells of all rows but the last cell of each. Lines never end in a blank. */
export function alignCells(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const cells of rows)
    for (const [at, cell] of cells.entries()) widths[at] = Math.max(widths[at] ?? 0, countColumns(cell));
  return rows.map((cells) => `  ${cells.map((cell, at) => padEnd(cell, widths[at] ?? 0)).join('  ')}`.trimEnd());
}

export interface Indent {
  readonly first: string;
  /** Indent of the following lines. */
  readonly rest: string;
}

/** Breaks at blanks outside of backticks, so that code can be copied. Lines never end in a blank. */
export function wrap(text: string, width: number, indent: Indent): readonly string[] {
  const parts = text.split(/(`[^`]*`)/).map((part, index) => ({ text: part, whole: index % 2 === 1 }));
  return wrapWords(splitWords(parts), width, indent);
}

export interface SentencePart {
  readonly text: string;
  /** Not broken at its blanks. */
  readonly whole: boolean;
}

export function splitWords(parts: readonly SentencePart[]): readonly string[] {
  const words = [''];
  for (const { text, whole } of parts) {
    const [first = '', ...others] = whole ? [text] : text.split(' ');
    words.push(`${words.pop()}${first}`);
    append(words, others);
  }
  return words;
}

/** A word that is longer than a line is left whole, so that a path or an address can be copied. */
export function wrapWords(words: readonly string[], width: number, indent: Indent): readonly string[] {
  const lines: string[] = [];
  let line = indent.first;
  let used = countColumns(indent.first);
  let empty = true;
  for (const word of words) {
    const columns = countColumns(word);
    if (!empty && used + 1 + columns > width) {
      lines.push(line.trimEnd());
      line = indent.rest + word;
      used = countColumns(indent.rest) + columns;
      continue;
    }
    line += empty ? word : ` ${word}`;
    used += empty ? columns : columns + 1;
    empty = false;
  }
  lines.push(line.trimEnd());
  return lines;
}

/** `1 change`, `2 changes`. */
export function count(amount: number, singular: string, many = `${singular}s`): string {
  return `${amount} ${amount === 1 ? singular : many}`;
}

/** `3 applied, 1 conflict`: the counts above zero. The plural is the word itself by default. */
export function listCounts(parts: readonly (readonly [amount: number, one: string, many?: string])[]): string {
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, singular, many = singular]) => count(amount, singular, many))
    .join(', ');
}

/** `a, b and 3 more`: every name up to a limit. */
export function nameSome(names: readonly string[], limit: number): string {
  if (names.length <= limit) return names.join(', ');
  return `${names.slice(0, limit).join(', ')} and ${names.length - limit} more`;
}
