/** Which plans of merged pull requests approve nothing any more, because the default branch has said something else since. */

import { type Head, relationOf } from '../github/branches.ts';
import { watchedPaths } from './current.ts';
import type { Waiting } from './merged.ts';
import type { HostAccess, Run } from './run.ts';
import { unseenSince } from './unseen.ts';

/**
 * Why, as sentences, by the number of the pull request. A plan that was made on top of a merge is about all of the files: what it
 * leaves out of that merge was taken back, or is applied. What nobody reviewed may have taken back anything. In doubt it did.
 *
 * @param waiting newest first
 * @param head of the branch that they were merged into
 */
export async function supersededIn(
  run: Run,
  host: HostAccess,
  waiting: readonly Waiting[],
  head: Head,
): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  const unseen = unseenSince(host, run.trees(), { head, watched: watchedPaths(run), waiting });
  for (const [at, one] of waiting.entries()) {
    if (one.approval === undefined || one.isSpent) continue;
    const why = (await unseen(one.pull)) ?? (await firstOf(waiting.slice(0, at), (other) => onTop(host, other, one)));
    if (why !== undefined) found.set(one.pull.number, why);
  }
  return found;
}

async function firstOf<T, F>(all: readonly T[], find: (one: T) => Promise<F | undefined>): Promise<F | undefined> {
  for (const one of all) {
    const found = await find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** That a later plan was made of files which contain an earlier merge. */
async function onTop(
  { github, repository }: HostAccess,
  { pull: later, approval }: Waiting,
  { pull: earlier }: Waiting,
): Promise<string | undefined> {
  // In a merge queue, nothing was made on top of the entries yet.
  if (approval === undefined || earlier.mergedAt === undefined) return undefined;
  const { onto } = approval;
  const relation =
    onto === undefined || earlier.mergeSha === undefined
      ? undefined
      : await relationOf(github, repository, { head: onto, commit: earlier.mergeSha });
  const [one, other] = [`#${earlier.number}`, `#${later.number}`];
  switch (relation) {
    case undefined:
      return `${other} was merged after ${one}, and whether its plan was made on top of that is unknown.`;
    case 'identical':
    case 'behind':
      return `${other} was planned on top of ${one} and merged: its plan takes the place of the earlier one.`;
    case 'ahead':
    case 'diverged':
      return undefined;
  }
}
