/** The merge queue of a branch: which pull requests a commit of it contains. */

import { z } from 'zod';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';

const Compared = z.looseObject({ status: z.string() });
const Ref = z.looseObject({ ref: z.string(), object: z.looseObject({ sha: z.string() }) });

export interface Queued {
  /** Numbers of the pull requests up to the commit; none where it is in no queue of the branch. */
  readonly pulls: readonly number[];
  /** Whether they begin at a commit of the branch: else an entry before them is gone from the queue. */
  readonly isWhole: boolean;
}

export async function queuedUpTo(
  github: GitHub,
  repository: Repository,
  branch: string,
  commit: string,
): Promise<Queued> {
  const prefix = `gh-readonly-queue/${branch}/`;
  const path = `${repositoryPath(repository)}/git/matching-refs/heads/${prefix.split('/').map(encodeURIComponent).join('/')}`;
  const entries = new Map<string, { readonly pull: number; readonly base: string }>();
  for (const { ref, object } of await github.list({ path, item: Ref })) {
    const [, pull, base] = /\/pr-(\d+)-([0-9a-f]{40})$/.exec(ref) ?? [];
    if (pull !== undefined && base !== undefined) entries.set(object.sha, { pull: Number(pull), base });
  }
  const pulls: number[] = [];
  let base = commit;
  for (let at = entries.get(base); at !== undefined && pulls.length < entries.size; at = entries.get(base)) {
    pulls.push(at.pull);
    base = at.base;
  }
  const between = `${repositoryPath(repository)}/compare/${encodeURIComponent(branch)}...${base}`;
  // The files are on the first page only.
  const query = { per_page: '1', page: '2' };
  const { status } = await github.call({ method: 'GET', path: between, query, reply: Compared });
  return { pulls, isWhole: status === 'identical' || status === 'behind' };
}
