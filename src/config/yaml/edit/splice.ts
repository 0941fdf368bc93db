/** Converts an edit to a splice of the text, by the ranges of the parser. */

import type { Json } from '../../../model/json.ts';
import { isAlias, isEmptyNode, isMap, isScalar, isSeq, rangeOf } from '../parse.ts';
import { blockText, entryText, inlineText } from '../render.ts';
import type { Edit, Splice } from './edits.ts';
import { listChange, listPath, valueAt } from './expected.ts';
import { COMMENTED, ELSEWHERE, endOf, found, type Root, type Uneditable, valueIn } from './found.ts';
import { atLineEnd, columnOf, eolOf, lineEnd } from './lines.ts';
import { listSplice } from './list.ts';

export function spliceOf(text: string, root: Root, edit: Edit): Splice | Uneditable {
  if ('set' in edit) return setting(text, root, edit);
  const at = listPath(edit);
  const list = found(root, at);
  if ('reason' in list) return list;
  const change = listChange(valueAt(root.value, at), edit);
  return change === undefined || !isSeq(list.node) ? ELSEWHERE : listSplice(text, list.node, change);
}

function setting(text: string, root: Root, { at, set }: Extract<Edit, { set: unknown }>): Splice | Uneditable {
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
  const opened = typeof set === 'object' ? inBlock(text, root, { at, set }) : undefined;
  if (opened !== undefined) return opened;
  if (node.flow === true) return inFlow(text, node, `${inlineText({ [key]: set }).slice(2, -2)}`);
  const first = rangeOf(node)?.[0];
  const end = endOf(text, node);
  if (first === undefined || end === undefined) return ELSEWHERE;
  const column = columnOf(text, first);
  if (there !== undefined) return atLineEnd(text, there.end, column, blockText(set, column + 2, eolOf(text)));
  return atLineEnd(text, end, column, entryText(key, set, column, eolOf(text)));
}

/** Appends an entry to a document that contains only comments. */
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
  // The header of a block text may have a comment.
  if (/^[|>][^\n]*#/.test(source)) return COMMENTED;
  return { start, end: start + source.length, text: inlineText(set) };
}

/** Replaces an empty `{}` at the end of its line by a block below its key. A flow mapping would be one long line. */
function inBlock(
  text: string,
  root: Root,
  { at, set }: { readonly at: Extract<Edit, { set: unknown }>['at']; readonly set: Json },
): Splice | undefined {
  const [name, key] = at.slice(-2);
  const holder = found(root, at.slice(0, -2));
  if (at.length < 2 || typeof name !== 'string' || typeof key !== 'string' || 'reason' in holder) return undefined;
  const outer = holder.node;
  const first = rangeOf(outer)?.[0];
  if (!isMap(outer) || outer.flow === true || first === undefined) return undefined;
  const node = valueIn(outer, name);
  const range = rangeOf(node?.value);
  if (node === undefined || range === undefined || !isMap(node.value) || node.value.items.length > 0) return undefined;
  const rest = text.slice(range[0], lineEnd(text, range[0]));
  // Does nothing if an anchor, a tag or a comment is next to the braces.
  if (!/^\{ *\}\s*$/.test(rest) || text.slice(node.end, range[0]).trim() !== ':') return undefined;
  const column = columnOf(text, first) + 2;
  return {
    start: text.indexOf(':', node.end) + 1,
    end: range[0] + rest.trimEnd().length,
    text: `${eolOf(text)}${entryText(key, set, column, eolOf(text))}`,
  };
}

function inFlow(text: string, node: { readonly items: readonly unknown[] }, pair: string): Splice | Uneditable {
  const range = rangeOf(node);
  const end = endOf(text, node.items.at(-1));
  if (range === undefined) return ELSEWHERE;
  if (end === undefined) return { start: range[0] + 1, end: range[0] + 1, text: ` ${pair} ` };
  return { start: end, end, text: `, ${pair}` };
}
