/** One file as a document: its plain value, its YAML problems, and the position of everything. */

import { defined } from '../../contract/defined.ts';
import type { Finding, Override, Provenance } from '../../model/finding.ts';
import type { Json } from '../../model/json.ts';
import type { SourceFile } from '../../model/project.ts';
import { buildValue } from './build.ts';
import { nodeIndex } from './nodes.ts';
import { compose, isMap, isScalar, isSeq, rangeOf } from './parse.ts';
import type { Path, Positions } from './position.ts';
import { syntaxFindings } from './syntax-findings.ts';

/** Findings that quote the file. */
const REPEATING: ReadonlySet<string> = new Set(['alias-recursive', 'alias-unknown', 'duplicate-key']);

export interface ParsedFile extends Positions {
  readonly path: string;
  readonly text: string;
  /** Undefined if the file has nothing, or nothing usable. Strings are as written, including `${...}`. */
  readonly value: Json | undefined;
  /** False for a file that is not a configuration and may be anything: nothing of it is shown. */
  readonly quotable: boolean;
  readonly findings: readonly Finding[];
  /** Line of the first error after which nothing is reliable; Infinity if there is none. */
  readonly reliableBefore: number;
  /** Mappings and lists that contain, at any depth, a string with `${`. */
  readonly holed: ReadonlySet<object>;
  /** The number of parser tokens: a measure of the time it took. */
  readonly lexemes: number;
  /** The text of a scalar as written, without quotes. */
  written(path: Path): string | undefined;
  /** Position of the n-th `${` of the scalar at a path, from 0. */
  hole(path: Path, index: number): Provenance;
  /** Offsets of the value at a path: start and end in the text. */
  range(path: Path): readonly [number, number] | undefined;
  /** Where an account overrides what is at a path or below it; absent where no account is chosen that overrides anything. */
  override?(path: Path): (Override & { readonly isWhole: boolean }) | undefined;
  /** Offset at which a line starts, from 1; undefined when there is no such line. */
  lineStart(line: number): number | undefined;
}

export function parseText(file: SourceFile): ParsedFile {
  const composed = compose(file.text);
  const at = (offset: number): Provenance => ({ file: file.path, ...composed.position(offset) });
  const syntax = syntaxFindings(file.text, composed, at);
  const root = composed.documents[0]?.contents;
  const built = buildValue(root, at);
  const quotable = isQuotable(root, file.text);
  const nodes = nodeIndex(root, built.targets);
  return {
    path: file.path,
    text: file.text,
    value: built.value,
    quotable,
    findings: [...syntax.findings, ...(quotable ? built.findings : built.findings.map(withoutWords))],
    reliableBefore: syntax.reliableBefore,
    holed: built.holed,
    lexemes: composed.lexemes,
    position: (path, what) => at(nodes.offset(path, what)),
    range: (path) => rangeOf(nodes.node(path)),
    lineStart: composed.lineStart,
    written(path) {
      const node = nodes.node(path);
      return isScalar(node) ? node.source : undefined;
    },
    hole: (path, index) => at(holeOffset(file.text, rangeOf(nodes.node(path)), index) ?? nodes.offset(path, 'value')),
  };
}

/** A configuration is a mapping, and a file of events a list of mappings. A PEM key can look like a mapping. */
function isQuotable(root: unknown, text: string): boolean {
  const shaped = isMap(root) || (isSeq(root) && root.items.length > 0 && root.items.every((item) => isMap(item)));
  return shaped && !/^-----BEGIN /m.test(text);
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

/** Offset of the n-th `${` in a range; undefined if escapes hide it. */
function holeOffset(text: string, range: readonly [number, number] | undefined, index: number): number | undefined {
  if (range === undefined) return undefined;
  let offset = range[0] - 1;
  for (let seen = 0; seen <= index; seen += 1) {
    offset = text.indexOf('${', offset + 1);
    if (offset < 0 || offset >= range[1]) return undefined;
  }
  return offset;
}
