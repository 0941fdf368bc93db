/** Commits of a branch that touched some paths, and the entries of a merge queue. */

import { z } from 'zod';
import { HostError } from '../errors.ts';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';

const Named = z.looseObject({ sha: z.string() });
const Listed = Named.extend({
  commit: z.looseObject({ committer: z.looseObject({ date: z.string().optional() }).nullish() }).optional(),
});
const Ref = z.looseObject({ ref: z.string(), object: Named });

export interface QueueEntry {
  readonly pull: number;
  /** Commit that it is built on: the branch, or the entry before it. */
  readonly base: string;
  readonly sha: string;
}

/**
 * Roughly newest first, a hundred of each path at most, from a commit or a branch on; everything where no paths are named. None where the
 * host knows no such commit. Whoever makes a commit dates it, and behind a merge only what it kept is listed: the order proves nothing.
 */
export async function commitsTouching(
  github: GitHub,
  repository: Repository,
  { from, paths }: { readonly from: string; readonly paths: readonly string[] | undefined },
): Promise<readonly string[]> {
  const path = `${repositoryPath(repository)}/commits`;
  const lists: (readonly Dated[])[] = [];
  try {
    for (const touched of paths ?? [undefined]) {
      const query = { sha: from, ...(touched === undefined ? {} : { path: touched }) };
      const listed = await github.list({ path, query, item: Listed, pages: 1 });
      lists.push(listed.map(({ sha, commit }) => ({ sha, date: commit?.committer?.date ?? '' })));
    }
  } catch (error) {
    if (error instanceof HostError && (error.status === 404 || error.status === 409)) return [];
    throw error;
  }
  return joined(lists);
}

interface Dated {
  readonly sha: string;
  /** Of the form that sorts. */
  readonly date: string;
}

/** The newest of what the lists begin with comes next: each keeps its order, also where dates are wrong. */
function joined(lists: readonly (readonly Dated[])[]): readonly string[] {
  const rest = lists.map((list) => [...list]);
  const found = new Set<string>();
  for (;;) {
    const [next] = rest.filter(({ length }) => length > 0).sort(([one], [other]) => later(one, other));
    const newest = next?.shift();
    if (newest === undefined) return [...found];
    found.add(newest.sha);
  }
}

function later(one: Dated | undefined, other: Dated | undefined): number {
  return (other?.date ?? '').localeCompare(one?.date ?? '');
}

/** Pull requests in the merge queue of a branch, in no order. */
export async function queueOf(github: GitHub, repository: Repository, branch: string): Promise<readonly QueueEntry[]> {
  const prefix = `gh-readonly-queue/${branch}/`;
  const path = `${repositoryPath(repository)}/git/matching-refs/heads/${prefix.split('/').map(encodeURIComponent).join('/')}`;
  const refs = await github.list({ path, item: Ref });
  return refs.flatMap(({ ref, object }) => {
    const [, pull, base] = /\/pr-(\d+)-([0-9a-f]{40})$/.exec(ref) ?? [];
    return pull === undefined || base === undefined ? [] : [{ pull: Number(pull), base, sha: object.sha }];
  });
}

/** The entry of a commit and those that it is built on, newest first. */
export function queuedUpTo(commit: string, entries: readonly QueueEntry[]): readonly QueueEntry[] {
  const found: QueueEntry[] = [];
  let at = commit;
  for (const _ of entries) {
    const entry = entries.find(({ sha }) => sha === at);
    if (entry === undefined) break;
    found.push(entry);
    at = entry.base;
  }
  return found;
}
