/** Pull requests: those that a commit came with, and those that are open. */

import { z } from 'zod';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';

const Side = z.looseObject({ ref: z.string(), sha: z.string(), repo: z.looseObject({ id: z.int() }).nullish() });
const Pull = z.looseObject({
  number: z.int(),
  state: z.string().optional(),
  merged_at: z.string().nullish(),
  merge_commit_sha: z.string().nullish(),
  updated_at: z.string().nullish(),
  head: Side,
  base: Side,
});

export interface HostPull {
  readonly number: number;
  /** Once it is merged, the commit that was merged: what is pushed to its branch later does not count. */
  readonly headSha: string;
  /** Branch that it is for. */
  readonly base: string;
  /** Commit of that branch. */
  readonly baseSha: string;
  /** From another repository, or one that is gone. */
  readonly isFork: boolean;
  /** Set where it was closed without a merge. */
  readonly isClosed?: true;
  /** Milliseconds since the epoch, by the host's clock; undefined unless it is merged. */
  readonly mergedAt: number | undefined;
  /** Of a merged one, the commit that brought it; of several, the last. Of an open one, the merge that the host makes to test it. */
  readonly mergeSha: string | undefined;
  /** Milliseconds since the epoch: when anything about it changed last, by the host's clock. */
  readonly updatedAt: number | undefined;
}

/** Merged ones that brought the commit; of a commit on no branch of the host's, also open ones. */
export async function pullsOf(github: GitHub, repository: Repository, sha: string): Promise<readonly HostPull[]> {
  const path = `${repositoryPath(repository)}/commits/${encodeURIComponent(sha)}/pulls`;
  return (await github.list({ path, item: Pull })).map(pullOf);
}

export async function pullNumbered(github: GitHub, repository: Repository, number: number): Promise<HostPull> {
  const path = `${repositoryPath(repository)}/pulls/${number}`;
  return pullOf(await github.call({ method: 'GET', path, reply: Pull }));
}

/** The hundred that changed last. */
export function openPulls(github: GitHub, repository: Repository): Promise<readonly HostPull[]> {
  return latestPulls(github, repository, { state: 'open' });
}

/** As many as the host tells at once. */
const CLOSED_PAGE = 100;

export interface ClosedPulls {
  /** Merged or not. */
  readonly pulls: readonly HostPull[];
  /** None is missing that was merged after this, in milliseconds since the epoch. Undefined where none is missing at all. */
  readonly wholeSince: number | undefined;
}

/** The hundred for this branch that changed last: a comment on an old one is a change, too. */
export async function closedPulls(github: GitHub, repository: Repository, base: string): Promise<ClosedPulls> {
  const pulls = await latestPulls(github, repository, { state: 'closed', base });
  const changed = pulls.map(({ updatedAt }) => updatedAt ?? Number.POSITIVE_INFINITY);
  return { pulls, wholeSince: pulls.length < CLOSED_PAGE ? undefined : Math.min(...changed) };
}

async function latestPulls(
  github: GitHub,
  repository: Repository,
  which: Readonly<Record<string, string>>,
): Promise<readonly HostPull[]> {
  const query = { ...which, sort: 'updated', direction: 'desc' };
  const path = `${repositoryPath(repository)}/pulls`;
  return (await github.list({ path, query, item: Pull, pages: 1 })).map(pullOf);
}

function pullOf({
  number,
  state,
  merged_at,
  merge_commit_sha,
  updated_at,
  head,
  base,
}: z.infer<typeof Pull>): HostPull {
  return {
    number,
    headSha: head.sha,
    base: base.ref,
    baseSha: base.sha,
    ...(state === 'closed' && merged_at == null ? { isClosed: true } : {}),
    isFork: head.repo == null || head.repo.id !== base.repo?.id,
    mergedAt: merged_at == null ? undefined : Date.parse(merged_at),
    mergeSha: merge_commit_sha ?? undefined,
    updatedAt: updated_at == null ? undefined : Date.parse(updated_at),
  };
}
