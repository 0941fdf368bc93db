/** The merge queue of a branch: which pull requests a commit of it contains. */

import { z } from 'zod';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';

const Ref = z.looseObject({ ref: z.string(), object: z.looseObject({ sha: z.string() }) });

/** Numbers of the pull requests from the branch up to this commit; none where the commit is in no queue of the branch. */
export async function queuedUpTo(
  github: GitHub,
  repository: Repository,
  branch: string,
  commit: string,
): Promise<readonly number[]> {
  const prefix = `gh-readonly-queue/${branch}/`;
  const path = `${repositoryPath(repository)}/git/matching-refs/heads/${prefix.split('/').map(encodeURIComponent).join('/')}`;
  const entries = new Map<string, { readonly pull: number; readonly base: string }>();
  for (const { ref, object } of await github.list({ path, item: Ref })) {
    const [, pull, base] = /\/pr-(\d+)-([0-9a-f]{40})$/.exec(ref) ?? [];
    if (pull !== undefined && base !== undefined) entries.set(object.sha, { pull: Number(pull), base });
  }
  const pulls: number[] = [];
  for (let at = entries.get(commit); at !== undefined && pulls.length < entries.size; at = entries.get(at.base))
    pulls.push(at.pull);
  return pulls;
}
