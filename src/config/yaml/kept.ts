/** The parsing of a file as data that can be kept, and back: the same text need not be parsed again. */

import { isList, type Json, mapping } from '../../model/json.ts';
import type { SourceFile } from '../../model/project.ts';
import { isConforming, markConforming } from './conforming.ts';
import { placed } from './document.ts';
import { offsetsOf } from './offsets.ts';
import { linesOf } from './parse.ts';
import type { ParsedFile } from './parsed-file.ts';

/** Where tokens go, whose account it is and what is allowed is parsed each time: nothing that was kept says it. */
const SECTIONS: ReadonlySet<string> = new Set(['version', 'objects']);

/** JSON, without the text. */
export interface KeptParsing {
  readonly value: Json;
  readonly lexemes: number;
  readonly tape: readonly number[];
  readonly root: number;
  /** Whether the value is known to have no issue with the schema of a document. */
  readonly conforms: boolean;
}

/** Undefined where a file has findings, aliases or variables, where it declares more than objects, and where JSON says it otherwise. */
export function keptParsing(document: ParsedFile): KeptParsing | undefined {
  const { value, findings, quotable, holed, lexemes, marks } = document;
  if (value === undefined || marks === undefined || !quotable || findings.length > 0 || holed.size > 0)
    return undefined;
  if (!isOfObjects(value) || !isAsInJson(value)) return undefined;
  return { value, lexemes, tape: [...marks.tape], root: marks.root, conforms: isConforming(value) };
}

/** What parsing the file gives, if its text is that of the kept one. Undefined where more than objects was kept. */
export function parsingAgain(file: SourceFile, kept: KeptParsing): ParsedFile | undefined {
  const { value, lexemes, tape, root, conforms } = kept;
  if (!isOfObjects(value)) return undefined;
  const { position, lineStart } = linesOf(file.text);
  if (conforms) markConforming(value);
  return placed(file, {
    ...{ value, lexemes, lineStart },
    quotable: true,
    findings: [],
    reliableBefore: Number.POSITIVE_INFINITY,
    holed: new Set(),
    offsets: offsetsOf(value, { tape: Uint32Array.from(tape), root }),
    at: (offset) => ({ file: file.path, ...position(offset) }),
  });
}

function isOfObjects(value: Json): boolean {
  const keys = Object.keys(mapping(value) ?? {});
  return keys.includes('objects') && keys.every((key) => SECTIONS.has(key));
}

/** JSON has no minus zero. */
function isAsInJson(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return !Object.is(value, -0);
  return isList(value) ? value.every(isAsInJson) : Object.values(value).every(isAsInJson);
}
