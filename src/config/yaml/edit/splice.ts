/** One edit as a replaced part of the text, found by the ranges of the parser. */

import type { Json } from '../../../model/json.ts';
import { isAlias, isEmptyNode, isMap, isScalar, isSeq, rangeOf } from '../parse.ts';
import { blockText, entryText, inlineText, itemText } from '../render.ts';
import type { Edit, Splice } from './edits.ts';
import { COMMENTED, ELSEWHERE, endOf, found, type Uneditable, valueIn } from './found.ts';
import { columnOf, eolOf, lineEnd, lineStart } from './lines.ts';
import { refilling } from './refill.ts';

export function spliceOf(text: string, root: unknown, edit: Edit): Splice | Uneditable {
  if ('set' in edit) return setting(text, root, edit);
  if ('items' in edit) return refilling(text, root, edit);
  return 'insert' in edit ? inserting(text, root, edit) : removing(text, root, edit);
}

function setting(text: string, root: unknown, { at, set }: Extract<Edit, { set: unknown }>): Splice | Uneditable {
  const key = at.at(-1);
  const holder = found(root, at.slice(0, -1));
  if ('reason' in holder) return holder;
  const { node } = holder;
  if (typeof key !== 'string') return ELSEWHERE;
  if (isEmptyNode(node) && at.length === 1) return appended(text, key, set);
  if (!isMap(node)) return ELSEWHERE;
  const there = valueIn(node, key);
  const fills = there !== undefined && isEmptyNode(there.value) && typeof set === 'object' && node.flow !== true;
  if (there !== undefined && !fills) return replaced(text, there.value, set);
  if (node.flow === true) return inFlow(text, node, `${inlineText({ [key]: set }).slice(2, -2)}`);
  const first = rangeOf(node)?.[0];
  const end = endOf(text, node);
  if (first === undefined || end === undefined) return ELSEWHERE;
  const column = columnOf(text, first);
  if (there !== undefined) return atLineEnd(text, there.end, column + 1, blockText(set, column + 2, eolOf(text)));
  return atLineEnd(text, end, column, entryText(key, set, column, eolOf(text)));
}

/** Of a document that has nothing yet but comments. */
function appended(text: string, key: string, set: Json): Splice {
  const eol = eolOf(text);
  const start = text === '' || text.endsWith('\n') ? '' : eol;
  return { start: text.length, end: text.length, text: `${start}${entryText(key, set, 0, eol)}${eol}` };
}

function replaced(text: string, node: unknown, set: Json): Splice | Uneditable {
  if (isAlias(node)) return { reason: 'It is an alias of another value.' };
  const range = rangeOf(node);
  if (!isScalar(node) || range === undefined) return ELSEWHERE;
  if (node.anchor !== undefined) return { reason: 'It has an anchor, so another value changes with it.' };
  if (node.tag !== undefined && node.source !== undefined && /^!/.test(text.slice(range[0]))) return ELSEWHERE;
  const [start, past] = range;
  if (start === past) return { start, end: start, text: `${text[start - 1] === ':' ? ' ' : ''}${inlineText(set)}` };
  const source = text.slice(start, past).trimEnd();
  // The header of a block text may carry a comment.
  if (/^[|>][^\n]*#/.test(source)) return COMMENTED;
  return { start, end: start + source.length, text: inlineText(set) };
}

function inserting(text: string, root: unknown, edit: Extract<Edit, { insert: unknown }>): Splice | Uneditable {
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
  if (node.flow === true) {
    return behind === 'start'
      ? { start: range[0], end: range[0], text: `${inline}, ` }
      : { start: end, end, text: `, ${inline}` };
  }
  const start = rangeOf(node)?.[0];
  if (start === undefined) return ELSEWHERE;
  const column = columnOf(text, start);
  const eol = eolOf(text);
  const lines = insert.map((one) => itemText(one, column, eol)).join(eol);
  if (behind !== 'start') return atLineEnd(text, end, column, lines);
  // Where the list starts behind its own dash, or on the line of another list's.
  const line = lineStart(text, start);
  return text.slice(line, start).trim() === ''
    ? { start: line, end: line, text: `${lines}${eol}` }
    : { start, end: start, text: `${lines.trimStart()}${eol}${' '.repeat(column)}` };
}

/** Between brackets that hold nothing. */
function inEmptyFlow(node: unknown, inline: string): Splice | Uneditable {
  const range = rangeOf(node);
  return range === undefined ? ELSEWHERE : { start: range[0] + 1, end: range[0] + 1, text: inline };
}

function removing(text: string, root: unknown, { at }: Extract<Edit, { remove: true }>): Splice | Uneditable {
  const list = found(root, at.slice(0, -1));
  const item = itemOf(root, at);
  if ('reason' in list) return list;
  const range = rangeOf(item);
  const end = item === undefined ? undefined : endOf(text, item);
  if (!isSeq(list.node) || list.node.items.length < 2 || range === undefined || end === undefined) return ELSEWHERE;
  if (list.node.flow === true) return removedInFlow(text, list.node.items, item);
  const start = lineStart(text, range[0]);
  const stop = lineEnd(text, end);
  const own = text.slice(start, stop);
  if (/(^|\s)#/.test(own)) return COMMENTED;
  // A list whose first dash stands on the line of something else keeps that line.
  if (!/^\s*-\s/.test(own) || text.slice(start, range[0]).trim() !== '-') return ELSEWHERE;
  return { start, end: Math.min(stop + 1, text.length), text: '' };
}

function removedInFlow(text: string, items: readonly unknown[], item: unknown): Splice | Uneditable {
  const index = items.indexOf(item);
  const [before, next] = [items[index - 1], items[index + 1]];
  const [start, end] =
    next === undefined ? [endOf(text, before), endOf(text, item)] : [rangeOf(item)?.[0], rangeOf(next)?.[0]];
  if (start === undefined || end === undefined) return ELSEWHERE;
  return /(^|\s)#/.test(text.slice(start, end)) ? COMMENTED : { start, end, text: '' };
}

function itemOf(root: unknown, at: Edit['at']): unknown {
  const item = found(root, at);
  return 'reason' in item ? undefined : item.node;
}

function inFlow(text: string, node: { readonly items: readonly unknown[] }, pair: string): Splice | Uneditable {
  const range = rangeOf(node);
  const end = endOf(text, node.items.at(-1));
  if (range === undefined) return ELSEWHERE;
  if (end === undefined) return { start: range[0] + 1, end: range[0] + 1, text: ` ${pair} ` };
  return { start: end, end, text: `, ${pair}` };
}

/** On a line of its own behind what ends here, and behind the comments that go with it. */
function atLineEnd(text: string, end: number, column: number, lines: string): Splice {
  let stop = lineEnd(text, end);
  for (;;) {
    const next = /^(\r?\n)( *)#[^\n]*/.exec(text.slice(stop, stop + 2_000));
    // At the margin a comment goes with what follows; one that is indented goes with what ends here.
    if (next === null || (next[2] ?? '').length < Math.max(column, 1)) break;
    stop = lineEnd(text, stop + next[0].length);
  }
  const at = text[stop - 1] === '\r' ? stop - 1 : stop;
  return { start: at, end: at, text: `${eolOf(text)}${lines}` };
}
