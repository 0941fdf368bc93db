/** Checks a body or query against its schema of the contract and words what is wrong, every member at once. */

import type { z } from 'zod';
import { type Detail, invalid } from './refusal.ts';

/** The parsed value; throws a 400 that names each member that is wrong, missing or unknown. */
export function validated(schema: z.ZodType, value: unknown, what: string): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap((issue) => detailsOf(issue));
  throw invalid(`Invalid ${what}: ${errors.map((error) => error.message).join('; ')}`, { errors });
}

type Issue = z.core.$ZodIssue;

function detailsOf(issue: Issue, prefix: readonly PropertyKey[] = []): readonly Detail[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => detail([...path, key], 'UNKNOWN_MEMBER', 'is not a member of this body'));
  }
  if (issue.code === 'invalid_union') {
    const fewest = issue.errors.toSorted((one, other) => one.length - other.length)[0] ?? [];
    if (fewest.length > 0) return fewest.flatMap((inner) => detailsOf(inner, path));
  }
  const missing = issue.code === 'invalid_type' && /received undefined$/.test(issue.message);
  if (missing) return [detail(path, 'REQUIRED_FIELD', 'is required')];
  return [detail(path, issue.code === 'invalid_value' ? 'INVALID_OPTION' : 'INVALID_VALUE', lowerFirst(issue.message))];
}

function detail(path: readonly PropertyKey[], code: string, problem: string): Detail {
  const where = path.map(String).join('.');
  return { message: where === '' ? problem : `${where} ${wordJoin(problem)}`, code, in: where };
}

function wordJoin(problem: string): string {
  return problem.startsWith('is ') ? problem : `is wrong: ${problem}`;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
