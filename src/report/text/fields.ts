/** The field lines of one change: names aligned, old -> new, long texts and option lists below their name. */

import { diffLines } from 'diff';
import type { FieldChange, OptionChange } from '../../model/change.ts';
import { differsInUnicodeForm, type Json } from '../../model/json.ts';
import { largest } from '../../model/lists.ts';
import { terminalLine } from '../escape.ts';
import { countColumns, padEnd, wrap } from './layout.ts';
import { members, optionLines, optionValueLines } from './options.ts';
import type { Ink, TextStyle } from './style.ts';
import { unicodeNote, valueText } from './value.ts';

export interface FieldWords {
  /** Text for an absent value before. Undefined: the field is new, and only the value after is shown. */
  readonly absentBefore: string | undefined;
  readonly absentAfter: string;
  /** True for the values of a resource, which no plan changes. Their options have no mark. */
  readonly unchanged?: true;
}

/** Words for the values of a resource. */
export const VALUES: FieldWords = { absentBefore: undefined, absentAfter: '', unchanged: true };

export function fieldLines(
  fields: readonly FieldChange[],
  words: FieldWords,
  indent: string,
  style: TextStyle,
): readonly string[] {
  const width = Math.min(
    24,
    largest(
      fields.map((field) => countColumns(terminalLine(field.field))),
      0,
    ),
  );
  return fields.flatMap((field) => oneField(field, words, { indent, width, style }));
}

interface Frame {
  readonly indent: string;
  readonly width: number;
  readonly style: TextStyle;
}

function oneField(field: FieldChange, words: FieldWords, frame: Frame): readonly string[] {
  const name = padEnd(terminalLine(field.field), frame.width);
  const first = `${frame.indent}${name}  `;
  const rest = ' '.repeat(countColumns(first));
  const block = formatBlock(field, words, frame.style, frame.style.width - rest.length);
  if (block === undefined)
    return wrap(pairText(field, words, frame.style), frame.style.width, { first, rest: `${rest}  ` });
  return block.flatMap((line, index) =>
    wrap(line, frame.style.width, { first: index === 0 ? first : rest, rest: `${rest}  ` }),
  );
}

/** Lines for a value that does not fit `old -> new`; undefined when it does. */
function formatBlock(
  field: FieldChange,
  words: FieldWords,
  style: TextStyle,
  room: number,
): readonly string[] | undefined {
  if (field.options !== undefined && field.options.length > 0) return optionLines(field.options, style, field);
  const { before, after } = field;
  if (differsInUnicodeForm(before, after)) return undefined;
  if (typeof before === 'string' && typeof after === 'string' && isLong(before, after, room - 8)) {
    return longTextLines(before, after, style);
  }
  const listed = wholeList(field);
  if (listed === undefined) return undefined;
  return words.unchanged === true ? optionValueLines(listed, style, field) : optionLines(listed, style, field);
}

/** A list of options that comes or goes as a whole reads better as one option per line. */
export function wholeList({
  before,
  after,
}: Pick<FieldChange, 'before' | 'after'>): readonly OptionChange[] | undefined {
  if (before === undefined) return namedItems(after)?.map(({ value, item }) => ({ value, change: 'add', after: item }));
  if (after !== undefined) return undefined;
  return namedItems(before)?.map(({ value, item }) => ({ value, change: 'remove', before: item }));
}

function namedItems(list: Json | undefined): readonly { readonly value: string; readonly item: Json }[] | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const items: { readonly value: string; readonly item: Json }[] = [];
  for (const item of list) {
    const value = members(item)['value'];
    if (typeof value !== 'string') return undefined;
    items.push({ value, item });
  }
  return items;
}

function pairText(field: FieldChange, words: FieldWords, style: TextStyle): string {
  const { added, removed, dim } = style.palette;
  const ink: Ink = words.unchanged === true ? (text) => text : added;
  const after = field.after === undefined ? dim(words.absentAfter) : ink(valueText(field.after, ''));
  if (field.before === undefined && words.absentBefore === undefined) return after;
  if (JSON.stringify(field.before) === JSON.stringify(field.after)) return valueText(field.after, '');
  const before = field.before === undefined ? dim(words.absentBefore ?? '') : removed(valueText(field.before, ''));
  return `${before} -> ${after}${unicodeNote(field.before, field.after)}`;
}

/** Above this many edits the two texts are shown whole: the search for the shortest edit grows with its square. */
const MAX_EDITS = 400;

/** Returns true if two texts are better shown below each other than as `old -> new`. */
function isLong(before: string, after: string, room: number): boolean {
  return before.includes('\n') || after.includes('\n') || before.length + after.length > room;
}

/** Compares line by line. */
export function longTextLines(before: string, after: string, style: TextStyle): readonly string[] {
  const { added, removed, dim } = style.palette;
  const parts = diffLines(before, after, { maxEditLength: MAX_EDITS });
  if (parts === undefined) return [...signed('-', before, removed), ...signed('+', after, added)];
  return parts.flatMap((part) => {
    if (part.added) return signed('+', part.value, added);
    return part.removed ? signed('-', part.value, removed) : signed(' ', part.value, dim);
  });
}

function signed(sign: string, text: string, ink: Ink): readonly string[] {
  return splitLines(text).map((line) => ink(`${sign} ${terminalLine(line)}`));
}

function splitLines(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
