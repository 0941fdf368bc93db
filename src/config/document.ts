/** One file as a document: its plain value, what is wrong with its YAML, and where everything stands. */

import type { Finding, Provenance } from '../model/finding.ts';
import type { Json } from '../model/json.ts';
import type { SourceFile } from '../model/project.ts';
import { buildValue } from './build.ts';
import { nodeIndex } from './nodes.ts';
import { type Composed, compose, DEPTH_LIMIT, isScalar, rangeOf } from './parse.ts';
import type { Path, Places } from './place.ts';
import { isLocal, syntaxMeaning } from './syntax.ts';

/** Syntax errors listed for one file; what follows the first is mostly its consequence. */
const SYNTAX_LIMIT = 50;

export interface ParsedFile extends Places {
  readonly path: string;
  readonly text: string;
  /** Undefined when the file holds nothing, or nothing that can be used. Texts are as written, `${...}` included. */
  readonly value: Json | undefined;
  readonly findings: readonly Finding[];
  /** Line of the first error after which nothing can be relied on; Infinity when there is none. */
  readonly reliableBefore: number;
  /** Mappings and lists that hold, at any depth, a text with `${`. */
  readonly holed: ReadonlySet<object>;
  /** The text of a scalar as written, without quotes. */
  written(path: Path): string | undefined;
  /** Position of the n-th `${` of the scalar at a path, from 0. */
  hole(path: Path, index: number): Provenance;
  /** Offsets of the value at a path: start and end in the text. */
  range(path: Path): readonly [number, number] | undefined;
  /** Offset at which a line starts, from 1; undefined when there is no such line. */
  lineStart(line: number): number | undefined;
}

export function parseText(file: SourceFile): ParsedFile {
  const composed = compose(file.text);
  const at = (offset: number): Provenance => ({ file: file.path, ...composed.position(offset) });
  const syntax = syntaxFindings(file.text, composed, at);
  const root = composed.documents[0]?.contents;
  const built = buildValue(root, at);
  const nodes = nodeIndex(root, built.targets);
  return {
    path: file.path,
    text: file.text,
    value: built.value,
    findings: [...syntax.findings, ...built.findings],
    reliableBefore: syntax.reliableBefore,
    holed: built.holed,
    place: (path, what) => at(nodes.offset(path, what)),
    range: (path) => rangeOf(nodes.node(path)),
    lineStart: composed.lineStart,
    written(path) {
      const node = nodes.node(path);
      return isScalar(node) ? node.source : undefined;
    },
    hole: (path, index) => at(holeOffset(file.text, rangeOf(nodes.node(path)), index) ?? nodes.offset(path, 'value')),
  };
}

/** Offset of the n-th `${` in a range; undefined where the writing hides it behind escapes. */
function holeOffset(text: string, range: readonly [number, number] | undefined, index: number): number | undefined {
  if (range === undefined) return undefined;
  let offset = range[0] - 1;
  for (let seen = 0; seen <= index; seen += 1) {
    offset = text.indexOf('${', offset + 1);
    if (offset < 0 || offset >= range[1]) return undefined;
  }
  return offset;
}

function syntaxFindings(text: string, read: Composed, at: (offset: number) => Provenance) {
  if (read.tooDeep !== undefined) {
    const message = `The file nests deeper than ${DEPTH_LIMIT} levels.`;
    const hint = 'Look for a bracket that is repeated by mistake.';
    const tooDeep: Finding = { code: 'too-deep', severity: 'error', message, hint, provenance: at(read.tooDeep) };
    return { findings: [tooDeep], reliableBefore: 1 };
  }
  const findings = new Map<number, Finding>();
  let reliableBefore = Number.POSITIVE_INFINITY;
  const end = text.trimEnd().length;
  const add = (fault: Fault, severity: Finding['severity']) => {
    const offset = fault.pos[0];
    const provenance = at(offset);
    // What is only missed at the end may have started anywhere.
    if (!isLocal(fault.code)) reliableBefore = Math.min(reliableBefore, offset >= end ? 1 : provenance.line);
    // Of several errors on one line the later ones are consequences of the first.
    if (findings.has(provenance.line)) return;
    const meaning = syntaxMeaning(fault, lineBefore(text, offset));
    findings.set(provenance.line, { ...meaning, severity, provenance });
  };
  const [document, second] = read.documents;
  for (const error of document?.errors ?? []) add(error, 'error');
  // An unknown tag is only a warning to the parser; a value that is not what it says is an error to us.
  for (const warning of document?.warnings ?? []) {
    add(warning, warning.code === 'TAG_RESOLVE_FAILED' ? 'error' : 'warning');
  }
  if (second !== undefined) add({ code: 'MULTIPLE_DOCS', message: '', pos: second.range }, 'error');
  if (document?.directives.yaml.explicit === true && document.directives.yaml.version !== '1.2') {
    const message = 'Only YAML 1.2 is read here.';
    const hint = 'Remove the `%YAML` line.';
    findings.set(1, { code: 'yaml-version', severity: 'error', message, hint, provenance: at(0) });
  }
  return { findings: limited([...findings.values()]), reliableBefore };
}

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, ...number[]];
}

function limited(findings: readonly Finding[]): readonly Finding[] {
  const next = findings[SYNTAX_LIMIT];
  if (next === undefined) return findings;
  const message = `${findings.length - SYNTAX_LIMIT} more lines have syntax errors.`;
  return [...findings.slice(0, SYNTAX_LIMIT), { ...next, code: 'yaml-more-errors', message }];
}

/** The line up to and a little past an offset. */
function lineBefore(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return text.slice(Math.max(start, offset - 200), offset + 2);
}
