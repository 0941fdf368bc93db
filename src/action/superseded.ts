/** Which plans of merged pull requests approve nothing any more, because the default branch has said something else since. */

import { relationOf } from '../github/branches.ts';
import { commitOf } from '../github/tree.ts';
import { type Trees, treesOf } from '../github/trees.ts';
import { terminalLine } from '../report/escape.ts';
import { shortOf } from './checkout.ts';
import { watchedPaths } from './current.ts';
import type { Waiting } from './merged.ts';
import type { HostAccess, Run } from './run.ts';
import { touchedPath, type Watched } from './touched.ts';

/**
 * Why, as sentences, by the number of the pull request. A plan that was made on top of a merge is about all of the files: what it
 * leaves out of that merge was taken back, or is applied. What nobody reviewed may have taken back anything. In doubt it did.
 *
 * @param waiting newest first
 */
export async function supersededIn(
  run: Run,
  host: HostAccess,
  waiting: readonly Waiting[],
): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  const changes = unseenChanges(host, watchedPaths(run));
  for (const [at, one] of waiting.entries()) {
    if (one.approval === undefined || one.isSpent) continue;
    const { number } = one.pull;
    const change = await firstOf(one.unseen, changes);
    const later =
      change === undefined ? await firstOf(waiting.slice(0, at), (other) => onTop(host, other, one)) : undefined;
    if (change !== undefined)
      found.set(number, `${change} since #${number} was merged, and nobody reviewed the plan of that.`);
    if (later !== undefined) found.set(number, later);
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

/** What a commit changes of the files, as a clause; each is looked up once. */
function unseenChanges(host: HostAccess, watched: readonly Watched[]) {
  const trees = treesOf(host.github, host.repository);
  const known = new Map<string, Promise<string | undefined>>();
  return (sha: string): Promise<string | undefined> => {
    const change = known.get(sha) ?? changeBy(host, trees, sha, watched);
    known.set(sha, change);
    return change;
  };
}

async function changeBy(
  { github, repository }: HostAccess,
  trees: Trees,
  sha: string,
  watched: readonly Watched[],
): Promise<string | undefined> {
  const [before] = (await commitOf(github, repository, sha)).parents;
  const path =
    before === undefined
      ? 'every file'
      : await touchedPath(trees, [await trees.rootOf(before), await trees.rootOf(sha)], watched);
  return path === undefined ? undefined : `Commit ${shortOf(sha)} has changed ${terminalLine(path)}`;
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
