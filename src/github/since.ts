/** What came after a commit, as a graph: by what contains what, and never by dates, which whoever makes a commit chooses. */

import { z } from 'zod';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';
import type { HostCommit } from './tree.ts';
import { unlessAbsent } from './unless-gone.ts';

const Named = z.looseObject({ sha: z.string() });
const Comparison = z.looseObject({
  status: z.string(),
  total_commits: z.int(),
  commits: z.array(Named.extend({ commit: z.looseObject({ tree: Named }), parents: z.array(Named) })),
});

/** By their ids. */
export type Commits = ReadonlyMap<string, HostCommit>;

/** One page: it has all of them or none of them counts. */
export const MOST_SINCE = 100;

export type Since =
  /** Commits that contain it and that the head contains too; what was made beside it and merged later is not there. */
  | { readonly state: 'known'; readonly after: Commits }
  | { readonly state: 'too-many' }
  /** The head does not contain it. */
  | { readonly state: 'apart' };

/** One request. */
export async function commitsSince(
  github: GitHub,
  repository: Repository,
  { commit, head }: { readonly commit: string; readonly head: string },
): Promise<Since> {
  if (commit === head) return { state: 'known', after: new Map() };
  const path = `${repositoryPath(repository)}/compare/${encodeURIComponent(commit)}...${encodeURIComponent(head)}`;
  const query = { per_page: String(MOST_SINCE), page: '1' };
  const compared = await unlessAbsent(() => github.call({ method: 'GET', path, query, reply: Comparison }));
  if (compared?.status !== 'ahead') return { state: 'apart' };
  const { total_commits, commits } = compared;
  if (total_commits > MOST_SINCE || commits.length !== total_commits) return { state: 'too-many' };
  const all = commits.map(({ sha, commit: { tree }, parents }): readonly [string, HostCommit] => [
    sha,
    { tree: tree.sha, parents: parents.map((parent) => parent.sha) },
  ]);
  return { state: 'known', after: containing(commit, new Map(all)) };
}

/** Those of them that are this commit, or what it was made on top of. */
export function containedIn(newest: string, all: Commits): ReadonlySet<string> {
  const contained = new Set<string>();
  const waiting = [newest];
  for (let sha = waiting.pop(); sha !== undefined; sha = waiting.pop()) {
    if (!all.has(sha) || contained.has(sha)) continue;
    contained.add(sha);
    waiting.push(...(all.get(sha)?.parents ?? []));
  }
  return contained;
}

/** Whatever the order of the list: parents are looked at before what was made of them. */
function containing(commit: string, all: Commits): Commits {
  const after = new Map<string, HostCommit>();
  for (let before = -1; before !== after.size; ) {
    before = after.size;
    for (const [sha, one] of all)
      if (one.parents.some((parent) => parent === commit || after.has(parent))) after.set(sha, one);
  }
  return after;
}
