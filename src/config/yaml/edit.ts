/** Edits and formats YAML files. A changed text is read again, and must have the intended value and all comments. */

import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { equalJson, type Fields, type Json } from '../../model/json.ts';
import { buildValue } from './build.ts';
import { type Composed, isEmptyNode } from './parse.ts';
import { attachComments, composeWritable, createNode, detectLineBreak, type KeyOrder, writeText } from './write.ts';

/** A key, or the members that identify an item of a list. */
export type Step = string | Fields;

/** A change of a document. `at` is the path of the changed value in existing mappings and lists. */
export type Edit =
  /** Sets the value of a key. The key is new, or its value is a scalar. */
  | { readonly at: readonly Step[]; readonly set: Json }
  /** Adds items to a list in this order: after the item with these members, at the start, or at the end. */
  | { readonly at: readonly Step[]; readonly insert: readonly Json[]; readonly behind: Fields | 'start' | 'end' }
  /** Replaces all items of a list. */
  | { readonly at: readonly Step[]; readonly items: readonly Json[] }
  /** Gives the items with these members this order. All other items stay at their places. */
  | { readonly at: readonly Step[]; readonly order: readonly Fields[] }
  /** Removes an item from a list, or a key of a mapping. */
  | { readonly at: readonly Step[]; readonly remove: true };

export interface Edited {
  readonly text: string;
  /** Edits that were not made, with the reason. The text contains none of them. */
  readonly refused: readonly { readonly edit: Edit; readonly reason: string }[];
}

const ELSEWHERE = 'It is written in a form that cannot be edited by a program.';
const COMMENTED = 'A comment stands inside or above it.';

/** Returns undefined for a text that is not one valid document. Parts whose meaning would change stay as they are. */
export function formatYaml(given: string, order: KeyOrder): string | undefined {
  const text = given.replaceAll('\r\n', '\n');
  const { comments, ...composed } = composeWritable(text);
  const meant = readValue(composed);
  if (meant === undefined) return undefined;
  // A new order of keys may put an alias before its anchor.
  for (const keys of [order, undefined]) {
    const [document] = keys === order ? composed.documents : composeWritable(text).documents;
    const after = document === undefined ? text : writeText(document, text, keys);
    if (after === text || isSame(after, meant, comments)) return after.replaceAll('\n', detectLineBreak(given));
  }
  return given;
}

/** Makes the edits in the layout of `fmt`. If the result does not read as intended, all edits are refused. */
export function editYaml(given: string, edits: readonly Edit[], order: KeyOrder): Edited {
  const text = given.replaceAll('\r\n', '\n');
  const { comments, ...composed } = composeWritable(text);
  const [document] = composed.documents;
  const refuseAll = { text: given, refused: edits.map((edit) => ({ edit, reason: ELSEWHERE })) };
  if (document === undefined || readValue(composed) === undefined) return refuseAll;
  attachComments(document, text);
  const refused = edits.flatMap((edit) => {
    const reason = makeEdit(document, edit);
    return reason === undefined ? [] : [{ edit, reason }];
  });
  if (refused.length === edits.length) return { text: given, refused };
  if (isCollection(document.contents)) document.contents.flow = false;
  const meant: Json = document.toJS({ maxAliasCount: -1 });
  const after = writeText(document, text, order);
  return isSame(after, meant, comments) ? { text: after.replaceAll('\n', detectLineBreak(given)), refused } : refuseAll;
}

/** Returns undefined for a text that is not one valid document, and null for an empty document. */
function readValue({ documents: [document, second], refused }: Omit<Composed, 'comments'>): Json | undefined {
  if (refused !== undefined || second !== undefined || (document?.errors.length ?? 0) > 0) return undefined;
  const { value, findings } = buildValue(document?.contents, () => ({ file: '', line: 1, column: 1 }));
  return findings.length > 0 ? undefined : (value ?? null);
}

function isSame(text: string, meant: Json, comments: readonly string[]): boolean {
  const composed = composeWritable(text);
  const value = readValue(composed);
  return value !== undefined && equalJson(value, meant) && equalJson(composed.comments.toSorted(), comments.toSorted());
}

/** Changes the document, or returns the reason why another part would change too. */
function makeEdit(document: Document.Parsed, edit: Edit): string | undefined {
  const isOfList = 'insert' in edit || 'items' in edit || 'order' in edit;
  const holder = findNode(document, isOfList ? edit.at : edit.at.slice(0, -1));
  if (typeof holder === 'string') return holder;
  if ('set' in edit) return setKey(document, holder, edit);
  if ('remove' in edit && isMap(holder)) return removeKey(holder, edit.at.at(-1));
  if (!isSeq(holder)) return ELSEWHERE;
  if ('order' in edit) return orderItems(holder, edit.order);
  const values = 'remove' in edit ? [] : 'items' in edit ? edit.items : edit.insert;
  const list = createNode(document, values);
  const nodes = isSeq(list) ? list.items : [];
  if ('remove' in edit) {
    const index = findItem(holder, edit.at.at(-1));
    if (index < 0 || holder.items.length < 2) return ELSEWHERE;
    if (isCommented(holder.items[index])) return COMMENTED;
    holder.items.splice(index, 1);
  } else if ('items' in edit) {
    if (holder.items.some(isCommented) || (holder.flow !== true && holder.comment)) return COMMENTED;
    holder.items = nodes;
    if (nodes.length === 0) holder.flow = true;
  } else {
    const { behind } = edit;
    const before = behind === 'start' ? 0 : behind === 'end' ? holder.items.length : findItem(holder, behind) + 1;
    if (typeof behind === 'object' && before === 0) return ELSEWHERE;
    holder.items.splice(before, 0, ...nodes);
  }
  return undefined;
}

/** Comments move with their items. */
function orderItems(list: YAMLSeq, order: readonly Fields[]): string | undefined {
  const places = order.map((members) => findItem(list, members));
  if (places.includes(-1)) return ELSEWHERE;
  const items = places.map((place) => list.items[place]);
  for (const [index, place] of places.toSorted((a, b) => a - b).entries()) list.items[place] = items[index];
  return undefined;
}

function removeKey(holder: YAMLMap, key: Step | undefined): string | undefined {
  const pair = holder.items.find(({ key: node }) => isScalar(node) && node.value === key);
  if (pair === undefined) return ELSEWHERE;
  if (isCommented(pair)) return COMMENTED;
  holder.items.splice(holder.items.indexOf(pair), 1);
  if (holder.items.length === 0) holder.flow = true;
  return undefined;
}

function setKey(
  document: Document.Parsed,
  holder: unknown,
  { at, set }: Extract<Edit, { set: unknown }>,
): string | undefined {
  const key = at.at(-1);
  if (typeof key !== 'string') return ELSEWHERE;
  if (isEmptyNode(holder) && at.length === 1) document.contents = createNode(document, { [key]: set }) as never;
  else if (isMap(holder)) {
    const there = holder.get(key, true);
    if (isAlias(there)) return 'It is an alias of another value.';
    const node = createNode(document, set);
    if (isScalar(there)) {
      if (there.anchor !== undefined) return 'It has an anchor, so another value changes with it.';
      if (there.tag !== undefined && there.tag !== null) return ELSEWHERE;
      node.comment = there.comment ?? null;
      node.commentBefore = there.commentBefore ?? null;
    } else if (isNode(there)) return ELSEWHERE;
    if (holder.items.length === 0) holder.flow = false;
    holder.set(document.createNode(key), node);
  } else return ELSEWHERE;
  return undefined;
}

/** Returns the reason if the node is missing or inside of an alias or an anchor, because another value would change too. */
function findNode(document: Document.Parsed, path: readonly Step[]): Node | null | string {
  let node: unknown = document.contents;
  for (const step of [...path, undefined]) {
    if (isAlias(node)) return 'It is inside of an alias.';
    if (isCollection(node) && node.anchor !== undefined)
      return 'It is inside of an anchor, so another value changes with it.';
    if (step === undefined) break;
    if (typeof step === 'string') node = isMap(node) ? node.get(step, true) : undefined;
    else node = isSeq(node) ? node.items[findItem(node, step)] : undefined;
    if (node === undefined) return 'It is not where it was.';
  }
  return node as Node | null;
}

/** Returns the index of the item with these members. Returns -1 if no item or several items have them. */
function findItem({ items }: YAMLSeq, members: Step | undefined): number {
  const has = (item: unknown): boolean =>
    isMap(item) && Object.entries(members ?? {}).every(([name, value]) => (item as YAMLMap).get(name) === value);
  const index = items.findIndex(has);
  return items.findLastIndex(has) === index ? index : -1;
}

/** True if a comment is above the node or in it. */
function isCommented(node: unknown): boolean {
  let found = false;
  visit(node as Node, {
    Node(_, { comment, commentBefore }) {
      found ||= Boolean(comment) || Boolean(commentBefore);
    },
  });
  return found;
}
