/**
 * The fields of a change with old and new values side by side. Options are listed one by one, and changed words of long texts are marked.
 */

import { diffWordsWithSpace } from 'diff';
import type { FieldChange, OptionChange } from '../../model/change.ts';
import type { Json } from '../../model/json.ts';
import { type ForeignOption, optionName } from '../../model/option.ts';
import { type Lists, movementText } from '../movement.ts';
import { type FieldWords, wholeList } from '../text/fields.ts';
import { members } from '../text/options.ts';
import { unicodeNote } from '../text/value.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { OPTION_WORDS } from './signs.ts';

/** Headings of the two sides. */
export interface Sides {
  readonly before: string;
  readonly after: string;
}

/** Longest shown value in characters. A longer value is cut, with its length. */
const LONGEST = 4000;
/** Below this, words are not marked: both texts are read at a glance. */
const MARKED_FROM = 24;
/** Above this many edits both texts are shown without marks: the search for the shortest edit grows with its square. */
const MAX_EDITS = 200;
const OPTION_ORDER: readonly OptionChange['change'][] = ['remove', 'hide', 'update', 'add', 'move', 'foreign'];

export function fieldTables(fields: readonly FieldChange[], words: FieldWords, sides: Sides): Markup {
  const lists = fields.map((field) => ({ field, options: findOptionChanges(field) }));
  const plain = lists.filter(({ options }) => options === undefined).map(({ field }) => field);
  return html`${plain.length === 0 ? NOTHING : plainTable(plain, words, sides)}${lists.map(({ field, options }) => (options === undefined ? NOTHING : optionTable(field, options, sides)))}`;
}

function findOptionChanges(field: FieldChange): readonly OptionChange[] | undefined {
  if (field.options !== undefined && field.options.length > 0) return field.options;
  return wholeList(field);
}

function plainTable(fields: readonly FieldChange[], words: FieldWords, sides: Sides): Markup {
  const both = words.absentBefore !== undefined || fields.some(({ before }) => before !== undefined);
  return html`<table class="f"><thead><tr><th scope="col">Field${both ? html`<th scope="col">${sides.before}` : NOTHING}<th scope="col">${sides.after}<tbody>${fields.map((field) => fieldRow(field, words, both))}</table>
`;
}

function fieldRow(field: FieldChange, words: FieldWords, both: boolean): Markup {
  const [before, after] = markedTexts(field) ?? [
    valueMarkup(field.before, words.absentBefore ?? '(not set)'),
    valueMarkup(field.after, words.absentAfter),
  ];
  return html`<tr><th scope="row">${field.field}${both ? html`<td class="o">${before}` : NOTHING}<td class="n">${after}${unicodeNote(field.before, field.after)}`;
}

/** Returns both texts with marked differences. Returns undefined if they are not two similar texts. */
function markedTexts({ before, after }: FieldChange): readonly [Markup, Markup] | undefined {
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  const length = Math.max(before.length, after.length);
  if (length < MARKED_FROM || length > LONGEST) return undefined;
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS });
  // Without common words, every word would be marked.
  if (parts?.some((part) => !part.added && !part.removed && part.value.trim() !== '') !== true) return undefined;
  const side = (own: 'removed' | 'added', opposite: 'removed' | 'added', mark: (text: string) => Markup): Markup =>
    html`${parts.map((part) => (part[opposite] ? undefined : part[own] ? mark(part.value) : part.value))}`;
  return [
    side('removed', 'added', (text) => html`<del>${text}</del>`),
    side('added', 'removed', (text) => html`<ins>${text}</ins>`),
  ];
}

function valueMarkup(value: Json | undefined, absent: string): Markup {
  return value === undefined ? html`<span class="soft">${absent}</span>` : html`${cut(JSON.stringify(value))}`;
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}... (${text.length} characters)` : text;
}

/** Lists removed options first, because a reader must not miss them. */
function optionTable(field: FieldChange, options: readonly OptionChange[], sides: Sides): Markup {
  const sorted = OPTION_ORDER.flatMap((change) => options.filter((option) => option.change === change));
  return html`<table class="p"><caption>${field.field}: ${optionCounts(options)}</caption><thead><tr><th scope="col">Entry<th scope="col">What happens<th scope="col">${sides.before}<th scope="col">${sides.after}<tbody>${sorted.map((option) => optionRow(option, field))}</table>
`;
}

function optionCounts(options: readonly OptionChange[]): string {
  return OPTION_ORDER.map((change) => ({ change, amount: options.filter((option) => option.change === change).length }))
    .filter(({ amount }) => amount > 0)
    .map(({ change, amount }) => `${amount} ${OPTION_WORDS[change].word}`)
    .join('; ');
}

function optionRow(option: OptionChange, lists: Lists): Markup {
  const { symbol } = OPTION_WORDS[option.change];
  const kept = option.change === 'foreign';
  const moved = option.moved === true ? `, ${movementText(option.value, lists)}` : '';
  const word =
    option.change === 'move' ? movementText(option.value, lists) : `${OPTION_WORDS[option.change].word}${moved}`;
  return html`<tr><th scope="row">${optionName(option.value)}<td>${symbol} ${word}${unicodeNote(option.before, option.after)}<td${sideClass('o', kept)}>${optionText(option.before, kept ? undefined : option.after)}<td${sideClass('n', kept)}>${optionText(option.after, kept ? undefined : option.before)}`;
}

/** A kept option has no colours, because both sides are the same. */
function sideClass(name: 'o' | 'n', kept: boolean): Markup {
  return kept ? NOTHING : html` class="${name}"`;
}

/** Options of others in a list that is not touched. */
export function foreignMarkup(foreign: readonly ForeignOption[]): Markup {
  return html`<p class="soft">Kept, not declared: ${foreign.map(({ value, label }, index) => html`${index === 0 ? '' : ', '}<code>${optionName(value)}</code> ${label}`)}</p>`;
}

/** The members of one side; where there are two sides, those that differ. */
function optionText(value: Json | undefined, counterpart: Json | undefined): string {
  if (value === undefined) return '';
  if (value === null || typeof value !== 'object') return cut(JSON.stringify(value));
  const own = members(value);
  const others = members(counterpart);
  // The label of an entry with arguments is the arguments as text.
  if (own['arguments'] !== undefined) return cut(String(own['label']));
  return Object.keys(own)
    .filter((name) => name !== 'value')
    .filter((name) => counterpart === undefined || JSON.stringify(own[name]) !== JSON.stringify(others[name]))
    .map((name) => `${name} ${cut(JSON.stringify(own[name]))}`)
    .join('\n');
}
