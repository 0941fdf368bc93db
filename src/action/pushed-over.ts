/** What was there before each commit that no pull request brought: what nobody planned makes no policy looser, whichever files had that. */

import { isBehind } from '../github/branches.ts';
import type { HostPull } from '../github/pulls.ts';
import { commitOf } from '../github/tree.ts';
import type { HostAccess } from './run.ts';

/** By the commit of the newest of the merges that it contains; undefined for what contains none of them. */
export type PushedOver = ReadonlyMap<string | undefined, readonly string[]>;

/**
 * One request for each push, and as many more as it takes to find its place between the merges by halves.
 *
 * @param merges newest first
 */
export async function pushedOver(
  host: HostAccess,
  pushed: readonly string[],
  merges: readonly Pick<HostPull, 'mergeSha'>[],
): Promise<PushedOver> {
  const { github, repository } = host;
  const over = new Set<string>();
  for (const sha of pushed) for (const parent of (await commitOf(github, repository, sha)).parents) over.add(parent);
  const found = new Map<string | undefined, readonly string[]>();
  for (const commit of over) {
    const newest = await newestIn(host, commit, merges);
    found.set(newest, [...(found.get(newest) ?? []), commit]);
  }
  return found;
}

/** What contains a merge contains the older ones. */
async function newestIn(
  { github, repository }: HostAccess,
  head: string,
  merges: readonly Pick<HostPull, 'mergeSha'>[],
): Promise<string | undefined> {
  const commits = merges.flatMap(({ mergeSha }) => mergeSha ?? []);
  let [least, most] = [0, commits.length];
  while (least < most) {
    const at = Math.floor((least + most) / 2);
    const commit = commits[at];
    if (commit !== undefined && (await isBehind(github, repository, { head, commit }))) most = at;
    else least = at + 1;
  }
  return commits[most];
}
