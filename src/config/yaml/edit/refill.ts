/** Replaces all items of a list at once, where none of them stays to hold the place of the others. */

import type { Json } from '../../../model/json.ts';
import { isSeq, rangeOf } from '../parse.ts';
import { inlineText, itemText } from '../render.ts';
import type { Edit, Splice } from './edits.ts';
import { COMMENTED, COMMENTED_ABOVE, ELSEWHERE, endOf, found, HAS_COMMENT, type Uneditable } from './found.ts';
import { ANY_DEPTH, columnOf, commentsAbove, eolOf, lineEnd, lineStart } from './lines.ts';

export function refilling(
  text: string,
  root: unknown,
  { at, items }: Extract<Edit, { items: unknown }>,
): Splice | Uneditable {
  const list = found(root, at);
  if ('reason' in list) return list;
  const { node } = list;
  const range = rangeOf(node);
  if (!isSeq(node) || range === undefined) return ELSEWHERE;
  const [start, past] = range;
  if (node.flow === true) {
    const end = text.lastIndexOf(']', past - 1);
    return replacing(text, { start: start + 1, end, text: items.map(inlineText).join(', ') });
  }
  const last = endOf(text, node.items.at(-1));
  if (last === undefined) return ELSEWHERE;
  return items.length === 0 ? emptied(text, start, last) : refilled(text, { start, last }, items);
}

function refilled(
  text: string,
  { start, last }: { readonly start: number; readonly last: number },
  items: readonly Json[],
): Splice | Uneditable {
  const line = lineStart(text, start);
  // Where the first dash stands on the line of something else.
  if (text.slice(line, start).trim() !== '') return ELSEWHERE;
  const [column, eol] = [columnOf(text, start), eolOf(text)];
  const lines = items.map((item) => itemText(item, column, eol)).join(eol);
  const splice = replacing(text, { start: line, end: contentEnd(text, last), text: lines });
  return 'reason' in splice || commentsAbove(text, line, ANY_DEPTH) === line ? splice : COMMENTED_ABOVE;
}

/** The brackets of an empty list stand behind its key. */
function emptied(text: string, start: number, last: number): Splice | Uneditable {
  const before = text.slice(0, start).trimEnd();
  if (!before.endsWith(':')) {
    return HAS_COMMENT.test(text.slice(lineStart(text, before.length), start)) ? COMMENTED : ELSEWHERE;
  }
  return replacing(text, { start: before.length, end: contentEnd(text, last), text: ' []' });
}

/** Behind the last line, before its line break. */
function contentEnd(text: string, last: number): number {
  const end = lineEnd(text, last);
  return text[end - 1] === '\r' ? end - 1 : end;
}

function replacing(text: string, splice: Splice): Splice | Uneditable {
  return HAS_COMMENT.test(text.slice(splice.start, splice.end)) ? COMMENTED : splice;
}
