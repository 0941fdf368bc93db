/** Checks one document against the schema: interpolates values, reports every fault as a finding, marks faulty parts. */

import type { z } from 'zod';
import { type Issue, parseWith } from '../../contract/parse-with.ts';
import type { Finding } from '../../model/finding.ts';
import type { Json } from '../../model/json.ts';
import { isConforming, markConforming } from '../yaml/conforming.ts';
import type { ParsedFile } from '../yaml/parsed-file.ts';
import { buildFindingAt, type Path, pathKey } from '../yaml/position.ts';
import { isNumber } from '../yaml/shown.ts';
import { type Filled, interpolate, type WholeText } from './interpolate.ts';
import { describeProblems, silent, withoutConsequences } from './issues.ts';
import type { Scope } from './variables.ts';

export interface CheckedFile {
  readonly document: ParsedFile;
  /** Plain JSON with all interpolations resolved. */
  readonly value: Json;
  readonly findings: readonly Finding[];
  readonly faults: Faults;
}

/** The parts of a document that have faults. */
interface Faults {
  /** Returns true if the value at the path itself is faulty. */
  at(path: Path): boolean;
  /** Returns true if the value, or a part of it, is faulty. */
  within(path: Path): boolean;
}

export function checkFile(
  document: ParsedFile,
  schema: z.ZodType,
  scopeAt: (path: Path) => Scope | undefined,
  isSecret: (text: string, path: Path) => boolean,
): CheckedFile {
  const filled = interpolate(document, scopeAt, isSecret);
  const { value } = filled;
  if (document.value === undefined) {
    return { document, value: {}, findings: emptyFindings(document), faults: indexFaults([]) };
  }
  // Overrides and variables create another value, which is checked again.
  const issues = isConforming(value) ? [] : listIssues(schema, filled);
  if (issues.length === 0) markConforming(value);
  const unfilled = new Set(filled.unfilled.map(pathKey));
  const checked = { document, schema, value };
  const problems = describeProblems(checked, issues).filter((one) => !unfilled.has(pathKey(one.path)));
  const found = withoutConsequences(checked, problems).map((problem) => buildFindingAt(document, problem));
  const said = new Set(document.findings.map(({ provenance }) => JSON.stringify(provenance)));
  return {
    document,
    value,
    // A value that is invalid YAML is not reported as a wrong type too.
    findings: [...filled.findings, ...found.filter(({ provenance }) => !said.has(JSON.stringify(provenance)))],
    faults: indexFaults([...filled.unfilled, ...problems.map(({ path }) => path)]),
  };
}

function listIssues(schema: z.ZodType, { value, whole }: Filled): readonly Issue[] {
  let result = parseWith(schema, value, silent);
  if (!result.success && becomeTyped(result.issues, whole)) result = parseWith(schema, value, silent);
  return result.success ? [] : result.issues;
}

function emptyFindings(document: ParsedFile): readonly Finding[] {
  if (document.findings.length > 0) return [];
  const provenance = document.position([], 'value');
  const hint = 'Declare something in it, or remove it.';
  return [{ code: 'file-empty', severity: 'warning', message: 'The file declares nothing.', hint, provenance }];
}

/** Findings about values that end too early. A syntax error can cause them anywhere. */
const UNFINISHED: ReadonlySet<string> = new Set(['missing-key', 'empty-value', 'file-empty']);

/** Keeps findings before a syntax error. Later findings may be caused by it. */
export function reliable(document: ParsedFile, findings: readonly Finding[]): readonly Finding[] {
  if (document.reliableBefore === Number.POSITIVE_INFINITY) return findings;
  return findings.filter((finding) => {
    return !UNFINISHED.has(finding.code) && (finding.provenance?.line ?? 0) < document.reliableBefore;
  });
}

/** Converts strings of variables to numbers and booleans if the schema expects them. Returns true if a string was converted. */
function becomeTyped(issues: readonly Issue[], whole: readonly WholeText[]): boolean {
  if (whole.length === 0) return false;
  const texts = new Map(whole.map((text) => [pathKey(text.path), text]));
  let changed = false;
  for (const issue of issues) {
    const text = issue.code === 'invalid_type' ? texts.get(issue.path.join('\u0000')) : undefined;
    if (text === undefined || issue.code !== 'invalid_type') continue;
    const value = typed(text.text, issue.expected);
    if (value === undefined) continue;
    text.set(value);
    changed = true;
  }
  return changed;
}

function typed(text: string, type: string): Json | undefined {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  return (type === 'number' || type === 'int') && isNumber(text) ? Number(text) : undefined;
}

function indexFaults(paths: readonly Path[]): Faults {
  const exact = new Set<string>();
  const around = new Set<string>();
  for (const path of paths) {
    exact.add(pathKey(path));
    for (let length = 0; length <= path.length; length += 1) around.add(pathKey(path.slice(0, length)));
  }
  return {
    at: (path) => exact.size > 0 && exact.has(pathKey(path)),
    within: (path) => around.size > 0 && around.has(pathKey(path)),
  };
}
