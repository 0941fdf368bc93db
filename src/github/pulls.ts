/** Finds the pull request that a commit was merged by. */

import { z } from 'zod';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';

const Pull = z.looseObject({
  number: z.int(),
  merged_at: z.string().nullable(),
  merge_commit_sha: z.string().nullable(),
});

/** Undefined when the commit came to its branch in another way. */
export async function mergedPull(github: GitHub, repository: Repository, sha: string): Promise<number | undefined> {
  const path = `${repositoryPath(repository)}/commits/${encodeURIComponent(sha)}/pulls`;
  const pulls = await github.list({ path, item: Pull });
  return pulls.find((pull) => pull.merged_at !== null && pull.merge_commit_sha === sha)?.number;
}
