/** Which merge came before which: one that contains another is newer. Dates only say where to begin to ask. */

import { isBehind } from '../github/branches.ts';
import type { HostPull } from '../github/pulls.ts';
import type { HostAccess } from './run.ts';

interface Merge {
  readonly pull: HostPull;
}

/** One request for each, where the host dated the merges in their order. */
export async function newestFirst<T extends Merge>(host: HostAccess, merges: readonly T[]): Promise<readonly T[]> {
  const sorted: T[] = [];
  for (const one of merges.toSorted((a, b) => (b.pull.mergedAt ?? 0) - (a.pull.mergedAt ?? 0))) {
    let at = sorted.length;
    while (at > 0 && (await isContained(host, sorted[at - 1], one))) at -= 1;
    sorted.splice(at, 0, one);
  }
  return sorted;
}

/** Without those that one of the others contains. */
export async function notBefore<T extends Merge>(
  host: HostAccess,
  merges: readonly T[],
  others: readonly Merge[],
): Promise<readonly T[]> {
  const left: T[] = [];
  for (const one of merges) {
    let isBefore = false;
    for (const other of others) isBefore ||= await isContained(host, one, other);
    if (!isBefore) left.push(one);
  }
  return left;
}

/**
 * Newest first: each of the older ones by the host's date, which may be after that of a merge whose plan takes the place of what came
 * before it. At the same time it counts as later.
 */
export function byHostDate<T extends Merge>(merged: readonly T[], older: readonly T[]): readonly T[] {
  const dateOf = ({ pull }: Merge) => pull.mergedAt ?? Number.POSITIVE_INFINITY;
  const sorted: T[] = [];
  let rest = merged;
  for (const one of older) {
    const at = rest.findIndex((other) => dateOf(other) <= dateOf(one));
    const later = at < 0 ? rest : rest.slice(0, at);
    sorted.push(...later, one);
    rest = rest.slice(later.length);
  }
  return [...sorted, ...rest];
}

/** False where it is unknown. */
async function isContained({ github, repository }: HostAccess, one: Merge | undefined, other: Merge): Promise<boolean> {
  const [commit, head] = [one?.pull.mergeSha, other.pull.mergeSha];
  return commit !== undefined && head !== undefined && isBehind(github, repository, { head, commit });
}
