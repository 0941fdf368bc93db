/** Replaces items of a list, and refuses to part a comment from its item. */

import type { Json } from '../../../model/json.ts';
import { rangeOf } from '../parse.ts';
import { inlineText, itemText } from '../render.ts';
import type { Splice } from './edits.ts';
import type { ListChange } from './expected.ts';
import { COMMENTED, COMMENTED_ABOVE, ELSEWHERE, endOf, HAS_COMMENT, type Uneditable } from './found.ts';
import { ANY_DEPTH, atLineEnd, columnOf, commentsAbove, commentsBelow, eolOf, lineEnd, lineStart } from './lines.ts';

interface ListNode {
  readonly items: readonly unknown[];
  readonly flow?: boolean | undefined;
}

export function listSplice(text: string, node: ListNode, change: ListChange): Splice | Uneditable {
  const [start, past] = rangeOf(node) ?? [];
  if (start === undefined || past === undefined) return ELSEWHERE;
  if (node.flow === true) return inFlow(text, { ...node, open: start + 1, close: past - 1 }, change);
  const { from, count, insert } = change;
  const column = columnOf(text, start);
  if (count > 0) return replacedLines(text, node, { ...change, start, column });
  const lines = linesOf(text, insert, column);
  const before = node.items[from - 1];
  const end = endOf(text, before);
  if (end !== undefined) return atLineEnd(text, end, column, lines);
  if (before !== undefined) return ELSEWHERE;
  const line = lineStart(text, start);
  const above = commentsAbove(text, line, ANY_DEPTH);
  const eol = eolOf(text);
  // The first item may follow its key, or the dash of another list, on one line.
  return text.slice(line, start).trim() === ''
    ? { start: above, end: above, text: `${lines}${eol}` }
    : { start, end: start, text: `${lines.trimStart()}${eol}${' '.repeat(column)}` };
}

function linesOf(text: string, items: readonly Json[], column: number): string {
  const eol = eolOf(text);
  return items.map((item) => itemText(item, column, eol)).join(eol);
}

/** Replaces items between brackets, together with one comma. */
function inFlow(
  text: string,
  { items, open, close }: ListNode & { readonly open: number; readonly close: number },
  { from, count, insert }: ListChange,
): Splice | Uneditable {
  const inline = insert.map(inlineText).join(', ');
  const next = items[from + count];
  const before = from === 0 ? open : endOf(text, items[from - 1]);
  const after = next === undefined ? close : rangeOf(next)?.[0];
  const last = from + count === 0 ? open : endOf(text, items[from + count - 1]);
  if (before === undefined || after === undefined || last === undefined) return ELSEWHERE;
  if (HAS_COMMENT.test(text.slice(before, after))) return COMMENTED;
  if (count === items.length) return { start: open, end: close, text: inline };
  if (from > 0) return { start: before, end: last, text: inline === '' ? '' : `, ${inline}` };
  return { start: rangeOf(items[0])?.[0] ?? open, end: after, text: inline === '' ? '' : `${inline}, ` };
}

function replacedLines(
  text: string,
  { items }: ListNode,
  { from, count, insert, start, column }: ListChange & { readonly start: number; readonly column: number },
): Splice | Uneditable {
  const first = rangeOf(items[from])?.[0];
  const last = endOf(text, items[from + count - 1]);
  if (first === undefined || last === undefined) return ELSEWHERE;
  const line = lineStart(text, from === 0 ? start : first);
  const stop = lineEnd(text, last);
  const isEmptied = count === items.length && insert.length === 0;
  const key = text.slice(0, start).trimEnd();
  if (HAS_COMMENT.test(text.slice(isEmptied ? lineStart(text, key.length) : line, commentsBelow(text, last, column))))
    return COMMENTED;
  const end = text[stop - 1] === '\r' ? stop - 1 : stop;
  if (isEmptied) return key.endsWith(':') ? { start: key.length, end, text: ' []' } : ELSEWHERE;
  if (commentsAbove(text, line, from === 0 ? ANY_DEPTH : column) < line) return COMMENTED_ABOVE;
  // The line of the first item may also hold a key or another dash, which must stay.
  if (text.slice(line, first).trim() !== '-') return ELSEWHERE;
  return insert.length > 0
    ? { start: line, end, text: linesOf(text, insert, column) }
    : { start: line, end: Math.min(stop + 1, text.length), text: '' };
}
