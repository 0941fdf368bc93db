/** Reads the text of a file: composes it and builds its plain value. */

import type { Provenance } from '../../model/finding.ts';
import type { SourceFile } from '../../model/project.ts';
import { type Built, buildValue, valueBuilder } from './build.ts';
import { type Composed, compose } from './parse.ts';

/** Shorter texts are read in one piece, because they fit into memory that is collected quickly. */
const SHORT = 2 ** 15;

export interface Read {
  readonly composed: Composed;
  readonly built: Built;
  readonly at: (offset: number) => Provenance;
}

/** Reads a long text in pieces. A text with a fault is read again in one piece, because the message depends on the context of the fault. */
export function readText(file: SourceFile): Read {
  const inPieces = file.text.length > SHORT ? piecewise(file.text) : undefined;
  return inPieces === undefined ? readWhole(file) : { ...inPieces, at: placesIn(file, inPieces.composed) };
}

/** Reads a text of any length in one piece, with all of its nodes. */
export function readWhole(file: SourceFile): Read {
  const composed = compose(file.text);
  const at = placesIn(file, composed);
  return { composed, built: buildValue(composed.documents[0]?.contents, at), at };
}

/** A separate function, because a closure in the reader would keep its nodes as long as positions are needed. */
function placesIn({ path: file }: SourceFile, { position }: Composed): Read['at'] {
  return (offset) => ({ file, ...position(offset) });
}

/** Returns undefined for a text with any fault. */
function piecewise(text: string): Pick<Read, 'composed' | 'built'> | undefined {
  const builder = valueBuilder(() => ({ file: '', line: 1, column: 1 }));
  let faulty = false;
  const composed = compose(text, (holder, piece) => {
    faulty ||= piece.errors.length + piece.warnings.length > 0;
    if (!faulty) builder.part(holder, piece.contents);
  });
  const [document, second] = composed.documents;
  if (faulty || document === undefined || second !== undefined) return undefined;
  if (document.errors.length + document.warnings.length > 0) return undefined;
  const built = builder.finish(document.contents);
  return built.findings.length > 0 ? undefined : { composed, built };
}
