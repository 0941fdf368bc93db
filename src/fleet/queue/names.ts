/** Names of the queues of a fleet, and what keeps a job in them single. */

import type { NewJob } from '../database/jobs.ts';

/** Looks at rollouts: the next wave, the end, a spent error budget. */
export const ADVANCE = 'advance';

/** Each rollout has its own queue for planning, so that an abandoned rollout delays no other. */
export function planQueue(rollout: string): string {
  return `plan-${rollout}`;
}

export interface RunQueues {
  readonly usual: string;
  /** Accounts that may have ended several workers: each is taken by a worker that has nothing else in hand. */
  readonly alone: string;
}

const DIGITS = 16;

/** Names the queues of accounts in open waves, by the digest of their files. Null: any worker may run them. */
export function runQueues(digest: string | null): RunQueues {
  const usual = digest === null ? 'run' : `run-${digest.slice(0, DIGITS)}`;
  return { usual, alone: aloneOf(usual) };
}

export function aloneOf(queue: string): string {
  return queue.endsWith(ALONE) ? queue : `${queue}${ALONE}`;
}

const ALONE = '-alone';

/** Key that keeps a second job of the same rollout and account out of the queue. */
export function jobKey({ rollout, hubId, notBefore }: NewJob): string {
  if (hubId !== undefined) return `${rollout}/${hubId}`;
  return notBefore == null ? rollout : `${rollout}/${notBefore}`;
}
