/** The change of each option of a list, one line per option. */

import type { OptionChange } from '../../model/change.ts';
import type { Json } from '../../model/json.ts';
import { largest } from '../../model/lists.ts';
import { type ForeignOption, optionName } from '../../model/option.ts';
import { terminalLine } from '../escape.ts';
import { type Lists, movementText } from '../movement.ts';
import { countColumns, nameSome, padEnd } from './layout.ts';
import type { TextStyle } from './style.ts';
import { unicodeNote, valueText } from './value.ts';

/** Options that stay are cut above this many lines; a removed option is always named. */
const SHOWN = 20;

/**
 * `lists` has the options in order before and after the change. They tell the neighbours of an option, and whether it has an explicit
 * order.
 */
export function optionLines(options: readonly OptionChange[], style: TextStyle, lists: Lists): readonly string[] {
  const own = options.filter((option) => option.change !== 'foreign');
  const removed = own.filter((option) => option.change === 'remove');
  const others = own.filter((option) => option.change !== 'remove');
  const shown = style.verbose ? others : others.slice(0, SHOWN);
  const width = measureWidth([...removed, ...shown]);
  const hidden = others.length - shown.length;
  const foreign = options.filter((option) => option.change === 'foreign');
  const positions = indexPositions(lists.after);
  const line = (option: OptionChange): string => optionLine(option, { width, style, positions, lists });
  return [
    ...removed.map(line),
    ...shown.map(line),
    ...(hidden > 0 ? [style.palette.dim(`... ${hidden} more added or changed (--verbose lists them)`)] : []),
    ...(foreign.length > 0 ? [foreignLine(labelled(foreign, lists), style)] : []),
  ];
}

/** The options of a resource that no plan changes, without marks. */
export function optionValueLines(options: readonly OptionChange[], style: TextStyle, lists: Lists): readonly string[] {
  const shown = style.verbose ? options : options.slice(0, SHOWN);
  const width = measureWidth(shown);
  const positions = indexPositions(lists.after);
  const hidden = options.length - shown.length;
  return [
    ...shown.map(({ value, after }) =>
      `${padEnd(terminalLine(optionName(value)), width)}  ${memberTexts(after, '', positions)}`.trimEnd(),
    ),
    ...(hidden > 0 ? [style.palette.dim(`... ${hidden} more (--verbose lists them)`)] : []),
  ];
}

/** `2 kept, not declared: legacy, test`. */
export function foreignLine(foreign: readonly Partial<ForeignOption>[], style: TextStyle): string {
  const names = foreign.map(foreignName);
  const shown = nameSome(names, style.verbose ? names.length : 8);
  return style.palette.dim(`${names.length} kept, not declared: ${shown}`);
}

/** The label too, if it says more than the value. */
function foreignName({ value = '', label = value, arguments: given }: Partial<ForeignOption>): string {
  const name = terminalLine(optionName(value));
  if (given !== undefined) return `${name} ${terminalLine(label)}`.trimEnd();
  return label.toLowerCase() === value.toLowerCase() ? name : `${name} ${valueText(label, '')}`;
}

function labelled(foreign: readonly OptionChange[], { after }: Lists): readonly Partial<ForeignOption>[] {
  const options = new Map(
    (Array.isArray(after) ? after.map(members) : []).map((option) => [option['value'], option] as const),
  );
  return foreign.map(({ value }) => {
    const { label, arguments: given } = options.get(value) ?? {};
    if (typeof label !== 'string') return { value };
    return { value, label, ...(Array.isArray(given) ? { arguments: given.map(String) } : {}) };
  });
}

function measureWidth(options: readonly OptionChange[]): number {
  const widths = options.map(({ value }) => countColumns(terminalLine(optionName(value))));
  return Math.min(24, largest(widths, 0));
}

interface Frame {
  readonly width: number;
  readonly style: TextStyle;
  readonly positions: ReadonlyMap<Json, number>;
  readonly lists: Lists;
}

function optionLine(option: OptionChange, { width, style, positions, lists }: Frame): string {
  const { added, removed, changed } = style.palette;
  const name = padEnd(terminalLine(optionName(option.value)), width);
  switch (option.change) {
    case 'add':
      return `${added(`+ ${name}`)}  ${memberTexts(option.after, 'added', positions)}`.trimEnd();
    case 'remove':
      return `${removed(`- ${name}`)}  ${memberTexts(option.before, 'removed')}`.trimEnd();
    case 'hide':
      return `${changed(`~ ${name}`)}  hidden, still valid on records`;
    case 'move':
      return `${changed(`~ ${name}`)}  ${terminalLine(movementText(option.value, lists))}`;
    case 'update':
      return `${changed(`~ ${name}`)}  ${[
        memberChanges(option.before, option.after),
        ...(option.moved === true ? [terminalLine(movementText(option.value, lists))] : []),
      ].join(', ')}`;
    case 'foreign':
      return name;
  }
}

/**
 * Returns for example `"Basic" (hidden, displayOrder 9)`: the label, then other members for the reviewer. A displayOrder that equals the
 * position is left out.
 */
function memberTexts(value: Json | undefined, word: string, positions?: ReadonlyMap<Json, number>): string {
  const { value: name, label, arguments: given, hidden, description, displayOrder, ...others } = members(value);
  const position = name === undefined ? undefined : positions?.get(name);
  const more = [
    ...(hidden === true ? ['hidden'] : []),
    ...(typeof description === 'string' && description !== '' ? [`description ${valueText(description, '')}`] : []),
    ...(position === undefined || displayOrder === undefined || displayOrder === position
      ? []
      : [`displayOrder ${valueText(displayOrder, '')}`]),
    ...Object.entries(others)
      .filter(([, memberValue]) => memberValue !== null)
      .map(([member, memberValue]) => `${terminalLine(member)} ${valueText(memberValue, '')}`),
  ];
  // The label of an entry with arguments repeats them.
  const shown = given === undefined ? valueText(label, '') : terminalLine(String(label));
  const first = label === undefined ? word : shown;
  return more.length === 0 ? first : `${first} (${more.join(', ')})`;
}

function indexPositions(list: Json | undefined): ReadonlyMap<Json, number> {
  const values = Array.isArray(list) ? list.map((option) => members(option)['value'] ?? null) : [];
  return new Map(values.map((value, index) => [value, index]));
}

function memberChanges(before: Json | undefined, after: Json | undefined): string {
  const old = members(before);
  const now = members(after);
  if (old['arguments'] !== undefined && now['arguments'] !== undefined)
    return `${terminalLine(String(old['label']))} -> ${terminalLine(String(now['label']))}`;
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const texts = names
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map(
      (name) =>
        `${terminalLine(name)} ${valueText(old[name], '(not set)')} -> ${valueText(now[name], '(not set)')}${unicodeNote(old[name], now[name])}`,
    );
  return texts.length === 0 ? 'changed' : texts.join(', ');
}

export function members(value: Json | undefined): Readonly<Record<string, Json>> {
  if (value === undefined || value === null || typeof value !== 'object' || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value));
}
