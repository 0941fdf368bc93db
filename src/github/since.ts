/** Commits as a graph: by what contains what, and never by dates, which whoever makes a commit chooses. */

import { z } from 'zod';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';
import type { HostCommit } from './tree.ts';
import { unlessAbsent } from './unless-gone.ts';

const Named = z.looseObject({ sha: z.string() });
const Listed = Named.extend({ commit: z.looseObject({ tree: Named }), parents: z.array(Named) });
const Comparison = z.looseObject({ status: z.string(), total_commits: z.int(), commits: z.array(Listed) });

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
  return { state: 'known', after: containing(commit, commitsById(commits)) };
}

/** The commit and what it was made on top of, a hundred at most. One request. */
export async function commitsUpTo(github: GitHub, repository: Repository, sha: string): Promise<Commits> {
  const path = `${repositoryPath(repository)}/commits`;
  return commitsById(await github.list({ path, query: { sha }, item: Listed, pages: 1 }));
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

function commitsById(listed: readonly z.infer<typeof Listed>[]): Commits {
  return new Map(
    listed.map(({ sha, commit: { tree }, parents }) => [
      sha,
      { tree: tree.sha, parents: parents.map((parent) => parent.sha) },
    ]),
  );
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
