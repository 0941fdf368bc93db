/** Old and new value of a long text: by line if there are several, by word in one line. */

import { type ChangeObject, diffLines, diffWordsWithSpace } from 'diff';
import { terminalLine } from '../escape.ts';
import type { Ink, TextStyle } from './style.ts';

/** Above this many edits the two texts are shown whole: the search for the shortest edit grows with its square. */
const MAX_EDITS = 400;
const CONTEXT_LINES = 1;
const CONTEXT_CHARACTERS = 24;

/** Returns true if two texts are better shown below each other than as `old -> new`. */
export function isLong(before: string, after: string, room: number): boolean {
  return before.includes('\n') || after.includes('\n') || before.length + after.length > room;
}

export function longTextLines(before: string, after: string, style: TextStyle): readonly string[] {
  if (before.includes('\n') || after.includes('\n')) return byLine(before, after, style);
  return byWord(before, after, style);
}

function byLine(before: string, after: string, style: TextStyle): readonly string[] {
  const { added, removed, dim } = style.palette;
  const parts = diffLines(before, after, { maxEditLength: MAX_EDITS });
  if (parts === undefined) return [...signed('-', before, removed), ...signed('+', after, added)];
  return parts.flatMap((part, index) => {
    if (part.added) return signed('+', part.value, added);
    if (part.removed) return signed('-', part.value, removed);
    return folded(linesOf(part.value), index === 0, index === parts.length - 1).map((line) => dim(line));
  });
}

/** Unchanged lines, all but those next to a change folded. */
function folded(lines: readonly string[], first: boolean, last: boolean): readonly string[] {
  const head = first ? 0 : CONTEXT_LINES;
  const tail = last ? 0 : CONTEXT_LINES;
  const hidden = lines.length - head - tail;
  const show = (line: string): string => `  ${terminalLine(line)}`;
  if (hidden <= 1) return lines.map(show);
  return [
    ...lines.slice(0, head).map(show),
    `  ... ${hidden} lines unchanged`,
    ...lines.slice(lines.length - tail).map(show),
  ];
}

function byWord(before: string, after: string, style: TextStyle): readonly string[] {
  const { added, removed } = style.palette;
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS });
  if (parts === undefined) return [...signed('-', before, removed), ...signed('+', after, added)];
  return [removed('- ') + side(parts, 'added', removed), added('+ ') + side(parts, 'removed', added)];
}

/** Shows one of both texts: its own words coloured, and equal parts shortened to the words next to a change. */
function side(parts: readonly ChangeObject<string>[], other: 'added' | 'removed', ink: Ink): string {
  return parts
    .map((part, index) => {
      if (part[other]) return '';
      if (part.added || part.removed) return ink(terminalLine(part.value));
      return terminalLine(shortened(part.value, index === 0, index === parts.length - 1));
    })
    .join('');
}

function shortened(text: string, first: boolean, last: boolean): string {
  const head = first ? 0 : CONTEXT_CHARACTERS;
  const tail = last ? 0 : CONTEXT_CHARACTERS;
  if (text.length <= head + tail + 5) return text;
  const start = text.slice(0, head).replace(/\S*$/, '');
  const end = tail === 0 ? '' : text.slice(-tail).replace(/^\S*/, '');
  return `${start}...${end}`;
}

function signed(sign: string, text: string, ink: Ink): readonly string[] {
  return linesOf(text).map((line) => ink(`${sign} ${terminalLine(line)}`));
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
