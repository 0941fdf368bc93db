/** Faults of a value that a schema refuses: one fault for each member. For a union, the faults of the best-matching alternative. */

import type { Issue } from './parse-with.ts';

type Path = readonly PropertyKey[];

export interface Fault {
  /** Path of the member from the checked value. The name of an unknown member is its last part. */
  readonly path: Path;
  readonly kind: 'missing' | 'unknown' | 'choice' | 'value';
  /** Expected value, in lower case. If one of several missing members is enough, it names all of them. */
  readonly message: string;
}

/** Returns the fault as text. `where` names the member. */
export function faultText({ kind, message }: Fault, where: string, what: 'path' | 'query' | 'body'): string {
  if (where === '') return message;
  if (kind === 'unknown') return `${where} is not a member of this ${what}`;
  // The message of a choice already names all members.
  if (kind === 'missing') return message.startsWith('is ') ? `${where} ${message}` : message;
  return `${where}: ${message}`;
}

export function listFaults(value: unknown, issues: readonly Issue[]): readonly Fault[] {
  return issues.flatMap((issue) => faultsOfIssue(value, issue, []));
}

function faultsOfIssue(value: unknown, issue: Issue, above: Path): readonly Fault[] {
  const path = [...above, ...issue.path];
  const message = issue.message.slice(0, 1).toLowerCase() + issue.message.slice(1);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: [...path, key], kind: 'unknown', message: 'is unknown' }));
    case 'invalid_union':
      return unionFaults(value, { issue, path, message });
    case 'invalid_type':
    case 'invalid_value': {
      // JSON has no undefined, so a member without a value is missing.
      if (findValue(value, path) === undefined && path.length > 0)
        return [{ path, kind: 'missing', message: 'is required' }];
      return [{ path, kind: issue.code === 'invalid_value' ? 'choice' : 'value', message }];
    }
    default:
      return [{ path, kind: 'value', message }];
  }
}

interface Union {
  readonly issue: Extract<Issue, { readonly code: 'invalid_union' }>;
  readonly path: Path;
  readonly message: string;
}

function unionFaults(value: unknown, { issue, path, message }: Union): readonly Fault[] {
  if (findValue(value, path) === undefined && path.length > 0)
    return [{ path, kind: 'missing', message: 'is required' }];
  const types = issue.errors.flatMap((issues) => issues.flatMap((inner) => (isOwnType(inner) ? [inner.expected] : [])));
  const [best = [], ...others] = issue.errors
    .filter((issues) => !issues.some((inner) => isOwnType(inner)))
    .map((issues) => issues.flatMap((inner) => faultsOfIssue(value, inner, path)))
    .toSorted((one, other) => one.length - other.length);
  if (best.length === 0) {
    return [
      { path, kind: 'value', message: types.length === 0 ? message : `expected ${[...new Set(types)].join(', ')}` },
    ];
  }
  const all = [best, ...others];
  const keys = all.map((faults) => new Set(faults.map(buildKey)));
  const shared = best.filter((fault) => keys.every((some) => some.has(buildKey(fault))));
  const own = all.map((faults) => faults.filter((fault) => !shared.some((one) => buildKey(one) === buildKey(fault))));
  const [only] = own[0] ?? [];
  if (only === undefined || !own.every((faults) => faults.length === 1 && faults[0]?.kind === 'missing')) return best;
  const names = own.flatMap((faults) => faults.map((fault) => String(fault.path.at(-1))));
  // Each alternative lacks one member, and the members differ.
  return [...shared, { ...only, message: `one of ${names.join(', ')} is required` }];
}

function buildKey({ path, kind }: Fault): string {
  return JSON.stringify([path, kind]);
}

/** True if the value does not have the type of the alternative itself. */
function isOwnType(issue: Issue): issue is Extract<Issue, { readonly code: 'invalid_type' }> {
  return issue.code === 'invalid_type' && issue.path.length === 0;
}

function findValue(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (part, step) => (Object.hasOwn(Object(part), step) ? Object(part)[step] : undefined),
    value,
  );
}
