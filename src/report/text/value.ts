/** A JSON value on one line. */

import { differsInUnicodeForm, type Json } from '../../model/json.ts';
import { terminalLine } from '../escape.ts';

const LIMIT = 200;

/** Returns strings in quotes, and compact lists and objects. A long value is cut, with its length. */
export function valueText(value: Json | undefined, absent: string): string {
  if (value === undefined) return absent;
  const text = terminalLine(JSON.stringify(value));
  return text.length > LIMIT ? `${text.slice(0, LIMIT)}... (${text.length} characters)` : text;
}

/** Follows two values that look the same. Empty if a reader sees the difference. */
export function unicodeNote(before: Json | undefined, after: Json | undefined): string {
  return differsInUnicodeForm(before, after) ? ' (same text, another Unicode form)' : '';
}
