/** The one door to the YAML library: text to its documents, depth and length checked on the way; its node guards for our own walks. */

import { Composer, type Document, isCollection, isNode, isPair, isScalar, Lexer, LineCounter, Parser } from 'yaml';

export { isAlias, isMap, isPair, isScalar, isSeq } from 'yaml';

/** Levels of mappings and lists inside one another. */
export const DEPTH_LIMIT = 50;

/** Lines of one file. */
export const LINE_LIMIT = 500_000;

/** Lexemes of one file (words, punctuation, whitespace, line ends): each costs the parser about a microsecond. */
export const LEXEME_LIMIT = 3_000_000;

/** Misplaced tokens after which the rest is not read. */
const ERROR_LIMIT = 1_000;

/** Line and column of an offset, both from 1. */
type LinePosition = (offset: number) => { readonly line: number; readonly column: number };

export interface Composed {
  readonly documents: readonly Document.Parsed[];
  readonly position: LinePosition;
  /** Offset at which a line starts, from 1; undefined when there is no such line. */
  readonly lineStart: (line: number) => number | undefined;
  /** Number of parser tokens. */
  readonly lexemes: number;
  /** Why the text was not read completely, and the offset: then there are no documents. */
  readonly refused?: { readonly limit: 'depth' | 'lines' | 'lexemes'; readonly offset: number };
}

/** The parser is driven lexeme by lexeme, so that depth is checked before anything recurses over it. */
export function compose(text: string): Composed {
  const lines = new LineCounter();
  const parser = new Parser();
  const composer = new Composer({
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    stringKeys: true,
    // Our own check is linear; the parser's compares every key of a mapping with every other.
    uniqueKeys: false,
    keepSourceTokens: false,
    prettyErrors: false,
  });
  const documents: Document.Parsed[] = [];
  // The parser's own count misses line breaks in some broken texts, such as one behind a closed { }.
  lines.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1);
  const position: LinePosition = (offset) => {
    const { line, col } = lines.linePos(Math.min(offset, text.length));
    return { line, column: col };
  };
  const lineStart = (line: number): number | undefined => lines.lineStarts[line - 1];
  let lexemes = 0;
  const refuse = (limit: 'depth' | 'lines' | 'lexemes', at: number): Composed => {
    return { documents: [], position, lineStart, lexemes, refused: { limit, offset: at } };
  };
  const tooFar = lineStart(LINE_LIMIT + 1);
  if (tooFar !== undefined && tooFar < text.length) return refuse('lines', tooFar);
  let offset = 0;
  let errors = 0;
  let comma = false;
  const take = (tokens: Iterable<Parameters<Composer['next']>[0]>) => {
    for (const token of tokens) {
      if (token.type === 'error') errors += 1;
      documents.push(...composer.next(token));
    }
  };
  for (const lexeme of new Lexer().lex(text)) {
    if (errors > ERROR_LIMIT) break;
    lexemes += 1;
    if (lexemes > LEXEME_LIMIT) return refuse('lexemes', offset);
    take(parser.next(lexeme));
    offset += lexeme.length;
    if (lexeme === ',' && comma) errors += 1;
    if (lexeme.trim() !== '') comma = lexeme === ',';
    if (parser.stack.length > DEPTH_LIMIT + 2) return refuse('depth', offset - lexeme.length);
  }
  take(parser.end());
  documents.push(...composer.end(true, text.length));
  if (text.length < WIDTH) for (const { contents } of documents) packRanges(contents);
  return { documents, position, lineStart, lexemes };
}

/** Start and end offset of a node's own text. */
export function rangeOf(node: unknown): readonly [number, number] | undefined {
  const range: unknown = isNode(node) ? node.range : undefined;
  if (typeof range === 'number') return [Math.floor(range / WIDTH), range % WIDTH];
  return Array.isArray(range) ? [range[0], range[1]] : undefined;
}

/** Longer than a text that may be loaded; two offsets below it fit into one number. */
const WIDTH = 2 ** 26;

/** Keeps start and end of each node as one number: the parser's lists of three are a third of the memory of a project. */
function packRanges(node: unknown): void {
  if (!isNode(node)) return;
  pack(node);
  if (!isCollection(node)) return;
  for (const item of node.items) {
    if (isPair(item)) {
      packRanges(item.key);
      packRanges(item.value);
    } else packRanges(item);
  }
}

function pack(node: { range?: unknown }): void {
  const { range } = node;
  if (Array.isArray(range)) node.range = range[0] * WIDTH + range[1];
}

/** A missing value, as after a key with nothing behind it. */
export function isEmptyNode(node: unknown): boolean {
  return !isNode(node) || (isScalar(node) && node.value === null && node.source === '');
}
