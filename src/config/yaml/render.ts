/** Renders plain data as YAML text that parsers of all YAML versions read as the same value. */

import { isList, type Json, mapping } from '../../model/json.ts';

/** Maximum length of a list item on one line. */
const LONGEST_ITEM = 120;

/** Text that needs no quotes in any position, because every version of YAML reads it as text. */
const PLAIN = /^\p{L}(?:[\p{L}\p{N}_.+/()%&–—’-]| (?! |$))*$/u;
const NOT_TEXT = /^(?:null|true|false|yes|no|on|off|y|n|nan|inf)$/i;
/** Characters that a quoted text cannot contain unescaped, or that an editor does not show. */
const ESCAPED = /[\p{Cc}\u2028\u2029\ufeff\p{Cs}]/u;

/** Returns the lines of a mapping or a list, each at this column or deeper, without a line break at the end. */
export function blockText(value: Json, column: number, eol: string): string {
  return linesOf(value, ' '.repeat(column)).join(eol);
}

/** Returns a value on one line. */
export function inlineText(value: Json): string {
  if (isList(value)) return value.length === 0 ? '[]' : `[${value.map(inlineText).join(', ')}]`;
  const entries = mapping(value);
  if (entries === undefined) return scalarText(value);
  const pairs = Object.entries(entries).map(([key, item]) => `${scalarText(key)}: ${inlineText(item)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** Returns an entry of a mapping: one line, or a key with its value below it. */
export function entryText(key: string, value: Json, column: number, eol: string): string {
  return entryLines(key, value, ' '.repeat(column)).join(eol);
}

/** Returns an item of a list. */
export function itemText(value: Json, column: number, eol: string): string {
  return itemLines(value, ' '.repeat(column)).join(eol);
}

function linesOf(value: Json, indent: string): readonly string[] {
  if (isList(value)) return value.flatMap((item) => itemLines(item, indent));
  return Object.entries(mapping(value) ?? {}).flatMap(([key, item]) => entryLines(key, item, indent));
}

function entryLines(key: string, value: Json, indent: string): readonly string[] {
  const start = `${indent}${scalarText(key)}:`;
  return isBlock(value) ? [start, ...linesOf(value, `${indent}  `)] : [`${start} ${inlineText(value)}`];
}

/** Returns an item on one line if it fits. */
function itemLines(value: Json, indent: string): readonly string[] {
  const entries = mapping(value);
  const line = `${indent}- ${inlineText(value)}`;
  const isShort = entries !== undefined && line.length <= LONGEST_ITEM && !Object.values(entries).some(isBlock);
  if (!isBlock(value) || isShort) return [line];
  const [first = '', ...rest] = linesOf(value, `${indent}  `);
  return [`${indent}- ${first.trimStart()}`, ...rest];
}

function isBlock(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function scalarText(value: Json): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (PLAIN.test(value) && !NOT_TEXT.test(value)) return value;
  if (!ESCAPED.test(value)) return value.includes('"') || value.includes('\\') ? singleQuoted(value) : `"${value}"`;
  return JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escapeOf);
}

function singleQuoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function escapeOf(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
