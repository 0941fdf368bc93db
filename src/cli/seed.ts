/** The seed file of `serve`: read and checked like a configuration, every problem with its position. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { problemsOf, silent, withoutConsequences } from '../config/check/issues.ts';
import { allowedKeys } from '../config/schema/walk.ts';
import { parseText } from '../config/yaml/document.ts';
import type { ParsedFile } from '../config/yaml/parsed-file.ts';
import { findingAt, type Problem } from '../config/yaml/position.ts';
import { parseWith } from '../contract/parse-with.ts';
import { UsageError } from '../errors.ts';
import { excerpt, parseProject } from '../index.ts';
import type { Finding } from '../model/finding.ts';
import { type Seed, type SeedError, SeedSchema } from '../service/index.ts';
import type { Context } from './context.ts';
import { seedPage } from './pages.ts';

export interface ReadSeed {
  readonly seed: Seed;
  /** The problems that the service found, with their positions in the file. */
  located(error: SeedError): SeedFileError;
}

/** The seed file is invalid; every finding is carried. */
class SeedFileError extends UsageError {
  readonly findings: readonly Finding[];
  constructor(findings: readonly Finding[], file: string) {
    const count = findings.length === 1 ? '1 error' : `${findings.length} errors`;
    super('seed-invalid', `The seed file ${file} has ${count}.`, {
      hint: `The seed file format is described in ${seedPage()}`,
    });
    this.findings = findings.toSorted(byPosition);
  }
}

function byPosition({ provenance: one }: Finding, { provenance: other }: Finding): number {
  return (one?.line ?? 0) - (other?.line ?? 0) || (one?.column ?? 0) - (other?.column ?? 0);
}

/** Throws UsageError when the file cannot be read, or with every finding when it is invalid. */
export async function readSeed(context: Context, file: string): Promise<ReadSeed> {
  const text = await readFile(resolve(context.world.cwd, file), 'utf8').catch((cause: unknown) => {
    throw new UsageError('seed-missing', `The seed file ${file} cannot be read.`, {
      hint: `Check the path. The seed file format is described in ${seedPage()}`,
      cause,
    });
  });
  const source = parseProject([{ path: file, text }]);
  context.useExcerpts((provenance) => excerpt(source, provenance));
  const document = parseText({ path: file, text });
  const findings = [...document.findings, ...schemaFindings(document)];
  if (findings.length > 0) throw new SeedFileError(findings, file);
  return {
    // An empty file is an empty seed.
    seed: SeedSchema.parse(document.value ?? {}),
    located: ({ issues }) =>
      new SeedFileError(
        issues.map(({ path, message }) =>
          findingAt(document, {
            code: 'seed-inconsistent',
            severity: 'error',
            path,
            at: 'value',
            message: `${message.charAt(0).toUpperCase()}${message.slice(1)}.`,
          }),
        ),
        file,
      ),
  };
}

/** Nothing after a syntax error, because what follows cannot be relied on. */
function schemaFindings(document: ParsedFile): readonly Finding[] {
  const { value } = document;
  if (value === undefined || document.reliableBefore !== Number.POSITIVE_INFINITY) return [];
  const parsed = parseWith(SeedSchema, value, silent);
  if (parsed.success) return [];
  const checked = { document, schema: SeedSchema, value };
  return withoutConsequences(checked, problemsOf(checked, parsed.issues))
    .map(helped)
    .map((problem) => findingAt(document, problem));
}

/** What each may be. */
const SECRETS: ReadonlyMap<string, string> = new Map([
  ['clientSecret', 'at least one character'],
  ['developerKey', 'at least 8 printable characters without spaces'],
]);

/** With the allowed keys if none is similar, and without the placeholders of secrets. */
function helped(problem: Problem): Problem {
  const secret = SECRETS.get(String(problem.path.at(-1)));
  if (secret !== undefined && problem.code !== 'missing-key') {
    return { ...problem, message: `Expected a string of ${secret}, in quotes.`, hint: 'Any string works.' };
  }
  if (problem.code !== 'unknown-key' || problem.hint !== undefined) return problem;
  return { ...problem, hint: `Allowed: ${allowedKeys(SeedSchema, problem.path.slice(0, -1)).join(', ')}.` };
}
