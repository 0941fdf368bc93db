/** Adds items to a list and takes one out: each comment stays with the item that it stands above or beside. */

import { isSeq, rangeOf } from '../parse.ts';
import { inlineText, itemText } from '../render.ts';
import type { Edit, Splice } from './edits.ts';
import { COMMENTED, COMMENTED_ABOVE, ELSEWHERE, endOf, found, HAS_COMMENT, type Uneditable } from './found.ts';
import { ANY_DEPTH, atLineEnd, columnOf, commentsAbove, commentsBelow, eolOf, lineEnd, lineStart } from './lines.ts';

export function inserting(text: string, root: unknown, edit: Extract<Edit, { insert: unknown }>): Splice | Uneditable {
  const { at, insert, behind } = edit;
  const list = found(root, at);
  if ('reason' in list) return list;
  const { node } = list;
  if (!isSeq(node)) return ELSEWHERE;
  const inline = insert.map(inlineText).join(', ');
  if (node.items.length === 0) return inEmptyFlow(node, inline);
  const item =
    behind === 'start' ? node.items[0] : behind === 'end' ? node.items.at(-1) : itemOf(root, [...at, behind]);
  const range = rangeOf(item);
  const end = item === undefined ? undefined : endOf(text, item);
  if (range === undefined || end === undefined) return ELSEWHERE;
  const [start, past] = rangeOf(node) ?? [];
  if (start === undefined || past === undefined) return ELSEWHERE;
  if (node.flow === true) {
    const next = rangeOf(node.items[node.items.indexOf(item) + 1])?.[0] ?? past;
    const [from, to] = behind === 'start' ? [start, range[0]] : [end, next];
    if (HAS_COMMENT.test(text.slice(from, to))) return COMMENTED;
    return behind === 'start'
      ? { start: range[0], end: range[0], text: `${inline}, ` }
      : { start: end, end, text: `, ${inline}` };
  }
  const column = columnOf(text, start);
  const eol = eolOf(text);
  const lines = insert.map((one) => itemText(one, column, eol)).join(eol);
  if (behind !== 'start') return atLineEnd(text, end, column, lines);
  // Where the list starts behind its own dash, or on the line of another list's.
  const line = lineStart(text, start);
  const above = commentsAbove(text, line, ANY_DEPTH);
  return text.slice(line, start).trim() === ''
    ? { start: above, end: above, text: `${lines}${eol}` }
    : { start, end: start, text: `${lines.trimStart()}${eol}${' '.repeat(column)}` };
}

/** Between brackets that hold nothing. */
function inEmptyFlow(node: unknown, inline: string): Splice | Uneditable {
  const range = rangeOf(node);
  return range === undefined ? ELSEWHERE : { start: range[0] + 1, end: range[0] + 1, text: inline };
}

export function removing(text: string, root: unknown, { at }: Extract<Edit, { remove: true }>): Splice | Uneditable {
  const list = found(root, at.slice(0, -1));
  const item = itemOf(root, at);
  if ('reason' in list) return list;
  const range = rangeOf(item);
  const end = item === undefined ? undefined : endOf(text, item);
  if (!isSeq(list.node) || list.node.items.length < 2 || range === undefined || end === undefined) return ELSEWHERE;
  if (list.node.flow === true) return removedInFlow(text, list.node, item);
  const start = lineStart(text, range[0]);
  const stop = lineEnd(text, end);
  const own = text.slice(start, stop);
  const column = columnOf(text, rangeOf(list.node)?.[0] ?? start);
  if (HAS_COMMENT.test(text.slice(start, commentsBelow(text, end, column)))) return COMMENTED;
  const depth = list.node.items[0] === item ? ANY_DEPTH : columnOf(text, range[0]);
  if (commentsAbove(text, start, depth) < start) return COMMENTED_ABOVE;
  // A list whose first dash stands on the line of something else keeps that line.
  if (!/^\s*-\s/.test(own) || text.slice(start, range[0]).trim() !== '-') return ELSEWHERE;
  return { start, end: Math.min(stop + 1, text.length), text: '' };
}

function removedInFlow(text: string, list: { readonly items: readonly unknown[] }, item: unknown): Splice | Uneditable {
  const index = list.items.indexOf(item);
  const [before, next] = [list.items[index - 1], list.items[index + 1]];
  const [open, close] = rangeOf(list) ?? [];
  const [above, below] = [before === undefined ? open : endOf(text, before), rangeOf(next)?.[0] ?? close];
  const [start, end] = next === undefined ? [above, endOf(text, item)] : [rangeOf(item)?.[0], below];
  if (above === undefined || below === undefined || start === undefined || end === undefined) return ELSEWHERE;
  return HAS_COMMENT.test(text.slice(above, below)) ? COMMENTED : { start, end, text: '' };
}

function itemOf(root: unknown, at: Edit['at']): unknown {
  const item = found(root, at);
  return 'reason' in item ? undefined : item.node;
}
