/** Creates a document from the text of a file. */

import { defined } from '../../contract/defined.ts';
import type { Finding, Provenance } from '../../model/finding.ts';
import { isList, type Json, mapping } from '../../model/json.ts';
import type { SourceFile } from '../../model/project.ts';
import { buildValue } from './build.ts';
import type { Offsets } from './offsets.ts';
import { type Composed, compose, isMap, isSeq } from './parse.ts';
import type { ParsedFile } from './parsed-file.ts';
import type { Path } from './position.ts';
import { syntaxFindings } from './syntax.ts';

/** Findings that quote the file. */
const REPEATING: ReadonlySet<string> = new Set(['alias-recursive', 'alias-unknown', 'duplicate-key']);

/** Keeps only the plain value and offsets, because the nodes of the parser need ten times the memory of the text. */
export function parseText({ path, text }: SourceFile): ParsedFile {
  const composed = compose(text);
  const at = createPlaces(path, composed);
  const built = buildValue(composed.documents[0]?.contents, at);
  const { lexemes, lineStart } = composed;
  const { value, offsets, holed, findings } = built;
  const syntax = syntaxFindings(text, composed, at);
  const quotable = isQuotable(composed.documents[0]?.contents, value, text);
  return {
    ...{ path, text, value, quotable, holed, lexemes, lineStart },
    findings: [...syntax.findings, ...(quotable ? findings : findings.map(withoutWords))],
    reliableBefore: syntax.reliableBefore,
    position: (path, what) => at(offsets.offset(path, what)),
    range: (path) => offsets.range(path),
    written: (path) => findWritten(text, offsets, path),
    hole: (path, index) => at(holeOffset(text, offsets.range(path), index) ?? offsets.offset(path, 'value')),
  };
}

/** A separate function, because a closure in `parseText` would keep the nodes as long as positions are needed. */
function createPlaces(file: string, { position }: Composed): (offset: number) => Provenance {
  return (offset) => ({ file, ...position(offset) });
}

/** Returns a string itself, and any other scalar as a word of the text. Such a word is in quotes only after a tag. */
function findWritten(text: string, offsets: Offsets, path: Path): string | undefined {
  const value = offsets.value(path);
  if (typeof value === 'string') return value;
  const range = typeof value === 'object' && value !== null ? undefined : offsets.range(path);
  return range && text.slice(...range).replace(/^(["'])(.*)\1$/, '$2');
}

/**
 * True for a mapping, which may be a configuration, and for a list of mappings, which may be a file of events. A PEM key can look like a
 * mapping and is excluded.
 */
function isQuotable(root: unknown, value: Json | undefined, text: string): boolean {
  const shaped = isMap(root) || (isSeq(root) && isList(value) && value.length > 0 && value.every(isMapping));
  return shaped && !/^-----BEGIN /m.test(text);
}

function isMapping(item: Json): boolean {
  return mapping(item) !== undefined;
}

function withoutWords(finding: Finding): Finding {
  if (!REPEATING.has(finding.code)) return finding;
  const { severity, provenance } = finding;
  const said = {
    code: 'wrong-type',
    message: 'Expected a mapping.',
    hint: 'Write keys with their values, as in `key: value`.',
  };
  return { ...said, severity, ...defined({ provenance }) };
}

/** Returns the offset of the n-th `${` in a range. Returns undefined if escapes hide it. */
function holeOffset(text: string, range: readonly [number, number] | undefined, index: number): number | undefined {
  if (range === undefined) return undefined;
  let offset = range[0] - 1;
  for (let seen = 0; seen <= index; seen += 1) {
    offset = text.indexOf('${', offset + 1);
    if (offset < 0 || offset >= range[1]) return undefined;
  }
  return offset;
}
