/** Pull requests: one by its number, and those that a commit came with. */

import { z } from 'zod';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';

const Side = z.looseObject({ ref: z.string(), sha: z.string(), repo: z.looseObject({ id: z.int() }).nullish() });
const Pull = z.looseObject({
  number: z.int(),
  merged_at: z.string().nullish(),
  merge_commit_sha: z.string().nullish(),
  head: Side,
  base: Side,
});

export interface HostPull {
  readonly number: number;
  /** Once it is merged, the commit that was merged: what is pushed to its branch later does not count. */
  readonly headSha: string;
  /** Branch that it is for. */
  readonly base: string;
  /** From another repository, or one that is gone. */
  readonly isFork: boolean;
  /** Milliseconds since the epoch, by the host's clock; undefined unless it is merged. */
  readonly mergedAt: number | undefined;
  /** Of a merged one, the commit that brought it; of several, the last. Of an open one, the merge that the host makes to test it. */
  readonly mergeSha: string | undefined;
}

/** Merged ones that brought the commit; of a commit on no branch of the host's, also open ones. */
export async function listPulls(github: GitHub, repository: Repository, sha: string): Promise<readonly HostPull[]> {
  const path = `${repositoryPath(repository)}/commits/${encodeURIComponent(sha)}/pulls`;
  return (await github.list({ path, item: Pull })).map(buildPull);
}

export async function pullNumbered(github: GitHub, repository: Repository, number: number): Promise<HostPull> {
  const path = `${repositoryPath(repository)}/pulls/${number}`;
  return buildPull(await github.call({ method: 'GET', path, reply: Pull }));
}

function buildPull({ number, merged_at, merge_commit_sha, head, base }: z.infer<typeof Pull>): HostPull {
  return {
    number,
    headSha: head.sha,
    base: base.ref,
    isFork: head.repo == null || head.repo.id !== base.repo?.id,
    mergedAt: merged_at == null ? undefined : Date.parse(merged_at),
    mergeSha: merge_commit_sha ?? undefined,
  };
}
