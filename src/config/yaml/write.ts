/** Writes YAML in one layout. Scalars stay as they are written, and comments stay with their key or item. */

import {
  type CollectionTag,
  type CST,
  Document,
  type DocumentOptions,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type ParseOptions,
  type ScalarTag,
  type SchemaOptions,
  visit,
} from 'yaml';
import type { Json } from '../../model/json.ts';
import { COMPOSING, type Composed, compose, findRange } from './parse.ts';
import type { Path } from './position.ts';

/** Returns the keys of the mapping at a path in their order. The list is empty for a mapping with free names. */
export type KeyOrder = (path: Path) => readonly string[];

/** Settings of the composer for a text that will be written again. */
const WRITABLE: ParseOptions & DocumentOptions & SchemaOptions = {
  ...COMPOSING,
  keepSourceTokens: true,
  customTags: (tags) => (tags as (CollectionTag | ScalarTag)[]).map(withOwnText),
};

/** Composes a text with line breaks LF so that `writeText` can write it again. */
export function composeWritable(text: string): Composed {
  return compose(text, { ...WRITABLE, prepare: liftComments });
}

/** Returns the text of a new document. */
export function writeNewText(value: Json): string {
  const document = new Document(value, WRITABLE);
  shortenItems(document.contents);
  return writeDocument(document);
}

/** Returns a node for a value of a document. */
export function createNode(document: Document, value: Json): Node {
  const node = document.createNode(value);
  shortenItems(node);
  return node;
}

/** Returns the text of a document from `composeWritable`, which is changed. Without an order, all keys stay in their places. */
export function writeText(document: Document.Parsed, text: string, order: KeyOrder = () => []): string {
  const { contents } = document;
  // Braces around everything, directives and markers stay as they are.
  if (!isCollection(contents) || contents.flow === true || /^(?:%|---|\.\.\.)/m.test(text)) return text;
  attachComments(document, text);
  sortKeys(contents, [], order);
  visit(document, {
    Collection(_, node) {
      const first = findFirst(node);
      // A block starts with a blank line only between a comment of the file and a comment of its first key.
      const areTwo = node === contents && Boolean(node.commentBefore && first?.commentBefore);
      if (first !== undefined) first.spaceBefore = areTwo;
    },
  });
  return writeDocument(document).trimStart();
}

/** Returns the line break that most lines of the text have. */
export function detectLineBreak(text: string): string {
  const [all, carried] = [text.split('\n').length - 1, text.split('\r\n').length - 1];
  return carried > all - carried ? '\r\n' : '\n';
}

function writeDocument(document: Document): string {
  return document.toString({ lineWidth: 0, verifyAliasOrder: false });
}

/**
 * Moves comments of a shallower column from the end of a block to the next token. The parser keeps all in the block.
 */
function liftComments(token: CST.Token): void {
  if (token.type === 'document') token.end = [...takeShallow(token.value), ...(token.end ?? [])];
}

/**
 * `column`: column of the keys of the mapping that has the token as a value. The items of a list may have the same
 * column.
 */
function takeShallow(token: CST.Token | undefined, column = -1): readonly CST.SourceToken[] {
  if (token?.type !== 'block-map' && token?.type !== 'block-seq') return [];
  const items: { start: CST.SourceToken[]; sep?: unknown; key?: unknown; value?: CST.Token }[] = token.items;
  for (let index = 0; index < items.length; index += 1) {
    const rest = takeShallow(items[index]?.value, token.type === 'block-map' ? token.indent : -1);
    if (rest.length === 0) continue;
    const next = items[index + 1];
    if (next === undefined) items.push({ start: [...rest] });
    else next.start.unshift(...rest);
  }
  const last = items.at(-1);
  if (last === undefined || last.sep !== undefined || last.key !== undefined || last.value !== undefined) return [];
  const comment = last.start.findIndex(
    ({ type, indent }) =>
      type === 'comment' && (indent < token.indent || token.indent === 0 || token.indent === column),
  );
  if (comment < 0) return [];
  const from = last.start.findLastIndex(({ type }, index) => index < comment && type === 'comment') + 1;
  // The line break after a comment belongs to the comment.
  return last.start.splice(from > 0 ? from + 1 : 0);
}

/** Attaches each comment to the key or item on its line or below it, and turns braces of several lines into blocks. */
export function attachComments(document: Document.Parsed, text: string): void {
  const { contents } = document;
  visit(document, {
    Collection(_, node) {
      const [start, end] = findRange(node) ?? [0, 0];
      if (node.flow === true && node.items.length > 0 && text.slice(start, end).includes('\n')) node.flow = false;
    },
    Pair(_, pair) {
      if (isNode(pair.key) && isNode(pair.value)) moveBeside(pair, pair.key, pair.value);
      const first = findFirst(pair.value);
      if (isNode(pair.value) && first !== undefined) moveAbove(pair.value, first);
    },
  });
  // The library writes a blank line above the comment at the end.
  const [last = ''] = document.comment?.split('\n') ?? [];
  if (isCollection(contents) && document.comment && !/\n[ \t]*$/.test(text.slice(0, text.lastIndexOf(`\n#${last}`)))) {
    contents.comment = [contents.comment, document.comment].filter(Boolean).join('\n');
    document.comment = null;
  }
  const first = findFirst(contents);
  if (!isNode(contents) || first === undefined) return;
  // Comments at the top are about the file, except after a blank line.
  if (document.commentBefore) moveAbove(contents, first);
  else moveAbove(first, contents);
}

/** Returns the first key or item of a mapping or list. */
function findFirst(node: unknown): Node | undefined {
  const first = isMap(node) ? node.items[0]?.key : isSeq(node) ? node.items[0] : undefined;
  return isNode(first) ? first : undefined;
}

/** The comment of the outer node comes first. */
function moveAbove(from: Node, to: Node, [outer, inner] = [from, to]): void {
  const comment = [outer.commentBefore, inner.commentBefore].filter(Boolean).join('\n');
  from.commentBefore = null;
  from.spaceBefore = false;
  to.commentBefore = comment === '' ? null : comment;
}

function moveBeside({ srcToken }: Pair & { srcToken?: { sep?: readonly CST.SourceToken[] } }, key: Node, value: Node) {
  const line = srcToken?.sep?.findIndex(({ type }) => type === 'newline') ?? -1;
  if (
    line < 0 ||
    !value.commentBefore ||
    !isCollection(value) ||
    srcToken?.sep?.slice(0, line).every(({ type }) => type !== 'comment')
  )
    return;
  const [first = '', ...rest] = value.commentBefore.split('\n');
  key.comment = first;
  value.commentBefore = rest.join('\n').replace(/^\n+/, '') || null;
}

/** Sorts keys, and moves comments from behind a dash above it. Mappings with free names or unknown keys keep their order. */
function sortKeys(node: unknown, path: Path, order: KeyOrder): void {
  if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) {
      sortKeys(item, [...path, index], order);
      const first = isMap(item) ? findFirst(item) : undefined;
      // A comment is invalid after the dash.
      if (isNode(item) && first !== undefined) moveAbove(first, item, [item, first]);
    }
  }
  if (!isMap(node)) return;
  const known = order(path);
  const ranks = new Map(node.items.map((pair) => [pair, known.indexOf(readKeyName(pair))]));
  for (const pair of node.items) sortKeys(pair.value, [...path, readKeyName(pair)], order);
  if ([...ranks.values()].every((rank) => rank >= 0))
    node.items.sort((left, right) => (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0));
}

function readKeyName(pair: unknown): string {
  return isPair(pair) && isScalar(pair.key) ? String(pair.key.value) : '';
}

/** Maximum length of a list item on one line. */
const LONGEST_ITEM = 110;

/** Writes short items of lists on one line. */
function shortenItems(node: unknown): void {
  visit(node as Node, {
    Collection(_, collection, path) {
      const isShort =
        isMap(collection) &&
        isSeq(path.at(-1)) &&
        JSON.stringify(collection).length <= LONGEST_ITEM &&
        collection.items.every(({ value }) => !isFilled(value));
      if (collection.items.length === 0 || isShort) collection.flow = true;
    },
  });
}

function isFilled(node: unknown): boolean {
  return isCollection(node) && node.items.length > 0;
}

/** Returns a tag that writes scalars with their own text, and spaces inside of braces but not of brackets. */
function withOwnText(tag: CollectionTag | ScalarTag): CollectionTag | ScalarTag {
  const padding = tag.collection === 'map' ? ' ' : '';
  const stringify: ScalarTag['stringify'] = (node: Node, context, ...more) => {
    if (!isScalar<Json>(node)) return node.toString({ ...context, flowCollectionPadding: padding }, ...more);
    return node.srcToken === undefined
      ? scalarText(node.value)
      : sourceText(node.srcToken as CST.FlowScalar | CST.BlockScalar, context.indent);
  };
  return { ...tag, stringify } as ScalarTag;
}

/** Returns the text of a scalar as it is written, with its further lines at another column. */
function sourceText(token: CST.FlowScalar | CST.BlockScalar, column: string): string {
  const lines = token.source.split('\n');
  if (token.type !== 'block-scalar')
    return lines.map((line, index) => (index === 0 ? line : indentLine(column, line))).join('\n');
  const header = token.props.find(({ type }) => type === 'block-scalar-header');
  const sign = header !== undefined && 'source' in header ? header.source : '|';
  const filled = lines.filter((line) => line.trim() !== '');
  if (filled.length === 0 && !sign.includes('+')) return '""';
  const indent = Math.min(...filled.map((line) => line.length - line.trimStart().length));
  const moved = lines.map((line) => (line.trim() === '' ? line.slice(indent) : column + line.slice(indent)));
  return [sign, ...moved].join('\n').replace(/\n$/, '');
}

function indentLine(column: string, line: string): string {
  return line.trim() === '' ? '' : column + line.trimStart();
}

/** Text that needs no quotes in any position, because every version of YAML reads it as text. */
const PLAIN = /^\p{L}(?:[\p{L}\p{N}_.+/()%&–—’-]| (?! |$))*$/u;
const NOT_TEXT = /^(?:null|true|false|yes|no|on|off|y|n|nan|inf)$/i;
/** Characters that quoted text needs as escapes, and characters that hide or reverse the text beside them. */
const ESCAPED = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;
const NOT_IN_JSON = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** Returns a new scalar, so that parsers of all YAML versions read it as the same value. */
export function scalarText(value: Json): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (PLAIN.test(value) && !NOT_TEXT.test(value)) return value;
  if (ESCAPED.test(value)) return JSON.stringify(value).replace(NOT_IN_JSON, escapeSign);
  return value.includes('"') || value.includes('\\') ? `'${value.replaceAll("'", "''")}'` : `"${value}"`;
}

function escapeSign(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
