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
    for (const holder of parser.stack) {
      const piece = finished(holder);
      if (piece !== undefined) early(holder, composed(composer, piece));
    }
  };
}

/** Moves the finished items out of the token that the parser is still filling. */
function finished(holder: CST.Token): CST.BlockMap | CST.BlockSequence | undefined {
  if (holder.type !== 'block-map' && holder.type !== 'block-seq') return undefined;
  if (holder.items.length <= OPEN) return undefined;
  const { type, offset, indent } = holder;
  const items = holder.items.splice(0, holder.items.length - OPEN);
  // Where the first item that is left may start: the parser measures keys from here.
  holder.offset = startOf(holder.items[0]) ?? offset;
  return { type, offset, indent, items } as CST.BlockMap | CST.BlockSequence;
}

function startOf(item: (CST.BlockMap | CST.BlockSequence)['items'][number] | undefined): number | undefined {
  return (item?.start[0] ?? item?.key ?? item?.sep?.[0] ?? item?.value)?.offset;
}

function composed(composer: Composer, value: CST.BlockMap | CST.BlockSequence): Document.Parsed {
  const token: CST.Document = { type: 'document', offset: value.offset, start: [], value };
  const [document] = [...composer.compose([token], true)];
  if (document === undefined) throw new RangeError('The composer gives one document for each that it takes.');
  return document;
}
