/** The one door to the YAML library: text to its documents, depth and length checked on the way; its node guards for our own walks. */

import { type CST, type Document, isNode, isScalar, Lexer, LineCounter, Parser, visit } from 'yaml';

import { newComposer } from './composer.ts';
import { type Early, finishedParts } from './pieces.ts';

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

/**
 * The parser is driven lexeme by lexeme, so that depth is checked before anything recurses over it.
 *
 * @param early is handed the finished part of a long text while the rest is read; what is left of it has its holder as `srcToken`
 */
export function compose(text: string, early?: Early): Composed {
  const parser = new Parser();
  const composer = newComposer(early !== undefined);
  const documents: Document.Parsed[] = [];
  const { position, lineStart } = linesOf(text);
  let lexemes = 0;
  const refuse = (limit: 'depth' | 'lines' | 'lexemes', at: number): Composed => {
    return { documents: [], position, lineStart, lexemes, refused: { limit, offset: at } };
  };
  const tooFar = lineStart(LINE_LIMIT + 1);
  if (tooFar !== undefined && tooFar < text.length) return refuse('lines', tooFar);
  const pieces = early && finishedParts(parser, early);
  let offset = 0;
  let errors = 0;
  let comma = false;
  const take = (tokens: Iterable<CST.Token>) => {
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
    pieces?.(lexeme);
    offset += lexeme.length;
    if (lexeme === ',' && comma) errors += 1;
    if (lexeme.trim() !== '') comma = lexeme === ',';
    if (parser.stack.length > DEPTH_LIMIT + 2) return refuse('depth', offset - lexeme.length);
  }
  take(parser.end());
  documents.push(...composer.end(true, text.length));
  return { documents, position, lineStart, lexemes };
}

/** Apart from the reading, whose nodes would be kept as long as positions are. */
function linesOf(text: string): Pick<Composed, 'position' | 'lineStart'> {
  const lines = new LineCounter();
  // The parser's own count misses line breaks in some broken texts, such as one behind a closed { }.
  lines.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1);
  return {
    position(offset) {
      const { line, col } = lines.linePos(Math.min(offset, text.length));
      return { line, column: col };
    },
    lineStart: (line) => lines.lineStarts[line - 1],
  };
}

/** Start and end offset of a node's own text. */
export function rangeOf(node: unknown): readonly [number, number] | undefined {
  return isNode(node) && node.range ? [node.range[0], node.range[1]] : undefined;
}

/** A missing value, as after a key with nothing behind it. */
export function isEmptyNode(node: unknown): boolean {
  return !isNode(node) || (isScalar(node) && node.value === null && node.source === '');
}

/** Start of the quoted string that ends at the offset. */
export function startOfString(document: Document.Parsed, end: number): number | undefined {
  let start: number | undefined;
  visit(document, {
    Scalar(_, { type, range }) {
      const isQuoted = type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE';
      if (!isQuoted || range?.[1] !== end) return undefined;
      start = range[0];
      return visit.BREAK;
    },
  });
  return start;
}
