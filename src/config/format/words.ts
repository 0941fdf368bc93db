/** A line of a value: the spaces between its words, and the order of keys inside braces. The words stay the same. */

import type { z } from 'zod';
import { schemaAt } from '../schema/walk.ts';
import { isAlias, isMap, isPair, isScalar, isSeq, rangeOf } from '../yaml/parse.ts';
import { keyOf, orderOf } from './order.ts';
import type { Source } from './source.ts';

/** Returns the first line of a pair, starting with its first word. `start` is the column of this word. */
export function pairWords(
  source: Source,
  pair: unknown,
  line: number,
  start: number,
  schema: z.ZodType | undefined,
): string {
  const text = source.lines[line] ?? '';
  if (!isPair(pair)) return text.slice(start);
  const key = rangeOf(pair.key);
  const value = rangeOf(pair.value);
  if (key === undefined || value === undefined || source.lineOf(key[0]) !== line) return text.slice(start);
  const keyEnd = key[1] - key[0] + source.columnOf(key[0]);
  if (value[0] === value[1] || source.lineOf(value[0]) !== line) {
    return `${text.slice(start, keyEnd)}${text.slice(keyEnd).replace(/^\s+:/, ':')}`;
  }
  const valueStart = source.columnOf(value[0]);
  const between = text.slice(keyEnd, valueStart);
  const spaced = /^\s*:\s+$/.test(between) ? ': ' : between;
  return `${text.slice(start, keyEnd)}${spaced}${valueWords(source, pair.value, line, valueStart, schema)}`;
}

/** Returns the first line of a value, starting with its first word. */
export function valueWords(
  source: Source,
  node: unknown,
  line: number,
  start: number,
  schema: z.ZodType | undefined,
): string {
  const text = source.lines[line] ?? '';
  const range = rangeOf(node);
  const inside = range === undefined ? undefined : flowText(source, node, schema);
  if (range === undefined || inside === undefined || source.columnOf(range[0]) !== start) return text.slice(start);
  return inside + text.slice(start + range[1] - range[0]);
}

/** Returns braces and brackets on one line. Returns undefined if they contain more than values, such as an anchor or a trailing comma. */
function flowText(source: Source, node: unknown, schema: z.ZodType | undefined): string | undefined {
  const range = rangeOf(node);
  if (!(isMap(node) || isSeq(node)) || node.flow !== true || range === undefined) return undefined;
  const written = source.text.slice(...range);
  const whole = written.includes('\n') ? undefined : partText(source, node, schema, false);
  if (whole === undefined || withoutSpaces(whole) !== withoutSpaces(written)) return undefined;
  return partText(source, node, schema, true);
}

function partText(source: Source, node: unknown, schema: z.ZodType | undefined, sorted: boolean): string | undefined {
  const range = rangeOf(node);
  if (range === undefined || range[0] === range[1]) return undefined;
  if (isScalar(node) || isAlias(node)) return source.text.slice(...range).trimEnd();
  if (isSeq(node)) {
    const item = schema === undefined ? undefined : schemaAt(schema, [0]);
    const parts = node.items.map((one) => partText(source, one, item, sorted));
    return parts.includes(undefined) ? undefined : `[${parts.join(', ')}]`;
  }
  if (!isMap(node)) return undefined;
  const order = sorted ? orderOf(node.items, schema) : node.items.map((_, index) => index);
  const parts = order.map((index) => {
    const pair = node.items[index];
    const name = keyOf(pair);
    if (!isPair(pair) || name === undefined) return undefined;
    const below = schema === undefined ? undefined : schemaAt(schema, [name]);
    const [key, value] = [partText(source, pair.key, undefined, sorted), partText(source, pair.value, below, sorted)];
    return key === undefined || value === undefined ? undefined : `${key}: ${value}`;
  });
  if (parts.includes(undefined)) return undefined;
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

function withoutSpaces(text: string): string {
  return text.replace(/\s/g, '');
}
