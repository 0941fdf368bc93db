/** A value of a file on one line, cut where it is long. */

import { type Json, jsonText } from '../../model/json.ts';
import { terminalLine } from '../escape.ts';

const LONGEST = 160;

export function jsonLine(value: Json): string {
  const text = terminalLine(jsonText(value));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}
