/** Composes a long text in pieces, so that the parser's tokens of the whole text are never in memory together. */

import type { Composer, CST, Document, Parser } from 'yaml';
import { newComposer } from './composer.ts';

/** Receives finished items of a mapping or list as a separate document. The items of a holder arrive in order. */
export type Early = (holder: object, piece: Document.Parsed) => void;

/** Number of lexemes between two checks for finished items. */
const PIECE = 4096;

/** Number of last items that the parser still needs. */
const OPEN = 2;

/** The lexer's mark before a scalar. The next lexeme is text, regardless of its first character. */
const SCALAR = '\u001f';

/** First characters of lexemes that can refer to another place of the text: directives, tags, anchors, aliases. */
const REFERRING: ReadonlySet<string> = new Set(['%', '!', '&', '*']);

/** Returns a function to call after each lexeme. After the first lexeme that can refer to another place, the rest stays in one piece. */
export function finishedParts(parser: Parser, early: Early): (lexeme: string) => void {
  // All pieces share a composer. With several composers, the garbage collector would keep many of their objects.
  const composer = newComposer(true);
  let lexemes = 0;
  let before = '';
  let alone = true;
  return (lexeme) => {
    lexemes += 1;
    if (before !== SCALAR && REFERRING.has(lexeme.charAt(0))) alone = false;
    before = lexeme;
    if (!alone || lexemes < PIECE) return;
    lexemes = 0;
    for (const holder of parser.stack)
      if (isHolder(holder) && holder.items.length > OPEN) early(holder, finishedPart(composer, holder));
  };
}

type Holder = CST.BlockMap | CST.BlockSequence;

function isHolder(token: CST.Token): token is Holder {
  return token.type === 'block-map' || token.type === 'block-seq';
}

/** Removes the finished items from the token that the parser is still filling. */
function finishedPart(composer: Composer, holder: Holder): Document.Parsed {
  const { type, offset, indent } = holder;
  const items = holder.items.splice(0, holder.items.length - OPEN);
  const value = { type, offset, indent, items } as Holder;
  const [document] = [...composer.compose([{ type: 'document', offset, start: [], value }], true)];
  if (document === undefined) throw new RangeError('The composer gives one document for each that it takes.');
  // Position at which the composer would continue with the next item. Keys and empty values are measured from it.
  holder.offset = document.contents?.range[1] ?? offset;
  return document;
}
