/** Composes a long text piece by piece, so that the parser's tokens of all of it are never in memory at once. */

import type { Composer, CST, Document, Parser } from 'yaml';
import { newComposer } from './composer.ts';

/** Takes finished items of a mapping or list as a document of their own; the items of one holder come in their order. */
export type Early = (holder: object, piece: Document.Parsed) => void;

/** Lexemes between two looks at what is finished. */
const PIECE = 4096;

/** The parser still looks at the last two items of what it reads. */
const OPEN = 2;

/** The lexer's mark before a scalar: what follows it is text, whatever it starts with. */
const SCALAR = '\u001f';

/** What can refer to another place of the text: directives, tags, anchors, aliases. */
const REFERRING: ReadonlySet<string> = new Set(['%', '!', '&', '*']);

/** To be called after each lexeme. From the first word on that can refer to another place, the rest stays in one piece. */
export function finishedParts(parser: Parser, early: Early): (lexeme: string) => void {
  // One for all pieces: with one for each, the garbage collector would keep much of what they made.
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

/** Moves the finished items out of the token that the parser is still filling. */
function finishedPart(composer: Composer, holder: Holder): Document.Parsed {
  const { type, offset, indent } = holder;
  const items = holder.items.splice(0, holder.items.length - OPEN);
  const value = { type, offset, indent, items } as Holder;
  const [document] = [...composer.compose([{ type: 'document', offset, start: [], value }], true)];
  if (document === undefined) throw new RangeError('The composer gives one document for each that it takes.');
  // Where the composer would go on with the item that follows: keys and empty values are measured from there.
  holder.offset = document.contents?.range[1] ?? offset;
  return document;
}
