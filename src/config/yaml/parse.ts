/** The only module that calls the parser of the YAML library. It checks depth and length, and exports the node guards. */

import { Composer, type CST, type Document, isNode, isScalar, Lexer, LineCounter, Parser, visit } from 'yaml';

export { isAlias, isMap, isPair, isScalar, isSeq } from 'yaml';

/** Maximum nesting of mappings and lists. */
export const DEPTH_LIMIT = 50;

/** Maximum number of lines of a file. */
export const LINE_LIMIT = 500_000;

/** Maximum number of lexemes of a file (words, punctuation, whitespace, line ends). Each takes the parser about a microsecond. */
export const LEXEME_LIMIT = 3_000_000;

/** Number of misplaced tokens after which the rest is not read. */
const ERROR_LIMIT = 1_000;

/** The lexer's mark before a scalar. The next lexeme is text, regardless of its first character. */
const SCALAR = '\u001f';

/** Returns line and column of an offset, both from 1. */
type LinePosition = (offset: number) => { readonly line: number; readonly column: number };

export interface Composed {
  readonly documents: readonly Document.Parsed[];
  readonly position: LinePosition;
  /** Returns the offset at which a line starts. Lines count from 1. Returns undefined if there is no such line. */
  readonly lineStart: (line: number) => number | undefined;
  /** Number of parser tokens. */
  readonly lexemes: number;
  /** Comments in the order of the text. */
  readonly comments: readonly string[];
  /** Limit that prevented a complete read, and its offset. There are then no documents. */
  readonly refused?: { readonly limit: 'depth' | 'lines' | 'lexemes'; readonly offset: number };
}

/** Settings of the composer. */
export const COMPOSING = {
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  stringKeys: true,
  // Our check is linear. The check of the parser compares every key of a mapping with every other key.
  uniqueKeys: false,
  prettyErrors: false,
} as const;

/**
 * Calls the parser lexeme by lexeme, so that the depth is checked before any recursion.
 * @param options settings of the composer, and a function that changes each token before it is composed
 */
export function compose(
  text: string,
  {
    prepare = () => undefined,
    ...options
  }: ConstructorParameters<typeof Composer>[0] & { readonly prepare?: (token: CST.Token) => void } = {},
): Composed {
  const parser = new Parser();
  const composer = new Composer({ ...COMPOSING, ...options });
  const documents: Document.Parsed[] = [];
  const comments: string[] = [];
  const { position, lineStart } = indexLines(text);
  let lexemes = 0;
  const refuse = (limit: 'depth' | 'lines' | 'lexemes', at: number): Composed => {
    return { documents: [], comments, position, lineStart, lexemes, refused: { limit, offset: at } };
  };
  const tooFar = lineStart(LINE_LIMIT + 1);
  if (tooFar !== undefined && tooFar < text.length) return refuse('lines', tooFar);
  let offset = 0;
  let errors = 0;
  let comma = false;
  let before = '';
  const take = (tokens: Iterable<CST.Token>) => {
    for (const token of tokens) {
      if (token.type === 'error') errors += 1;
      prepare(token);
      documents.push(...composer.next(token));
    }
  };
  for (const lexeme of new Lexer().lex(text)) {
    if (errors > ERROR_LIMIT) break;
    lexemes += 1;
    if (lexemes > LEXEME_LIMIT) return refuse('lexemes', offset);
    take(parser.next(lexeme));
    offset += lexeme.length;
    if (lexeme.startsWith('#') && before !== SCALAR) comments.push(lexeme.trimEnd());
    before = lexeme;
    if (lexeme === ',' && comma) errors += 1;
    if (lexeme.trim() !== '') comma = lexeme === ',';
    if (parser.stack.length > DEPTH_LIMIT + 2) return refuse('depth', offset - lexeme.length);
  }
  take(parser.end());
  documents.push(...composer.end(true, text.length));
  return { documents, comments, position, lineStart, lexemes };
}

/** A separate function, because a closure in `compose` would keep its nodes as long as positions are needed. */
function indexLines(text: string): Pick<Composed, 'position' | 'lineStart'> {
  const lines = new LineCounter();
  // The line counter of the parser misses line breaks in some broken texts, for example after a closed `{ }`.
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

/** Returns start and end offset of a node's own text. */
export function findRange(node: unknown): readonly [number, number] | undefined {
  return isNode(node) && node.range ? [node.range[0], node.range[1]] : undefined;
}

/** True for a missing value, such as after a key without a value. */
export function isEmptyNode(node: unknown): boolean {
  return !isNode(node) || (isScalar(node) && node.value === null && node.source === '');
}

/** Returns the start of the quoted string that ends at the offset. */
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
