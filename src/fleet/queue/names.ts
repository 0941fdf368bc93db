/** Names of the queues of a fleet, and what keeps a job in them single. */

import type { NewJob } from '../database/jobs.ts';

/** Looks at rollouts: the next wave, the end, a spent error budget. */
export const ADVANCE = 'advance';

/** Accounts of one rollout that are to be planned: a planning that was left takes no time of another one. */
export function planQueue(rollout: string): string {
  return `plan-${rollout}`;
}

export interface RunQueues {
  readonly usual: string;
  /** Accounts that may have ended several workers: each is taken by a worker that has nothing else in hand. */
  readonly alone: string;
}

const DIGITS = 16;

/** Accounts of open waves, by the configuration that they were planned with; null: any worker may run them. */
export function runQueues(digest: string | null): RunQueues {
  const usual = digest === null ? 'run' : `run-${digest.slice(0, DIGITS)}`;
  return { usual, alone: aloneOf(usual) };
}

export function aloneOf(queue: string): string {
  return queue.endsWith(ALONE) ? queue : `${queue}${ALONE}`;
}

const ALONE = '-alone';

/** Of the same account and rollout there is one job at a time, however often it is sent. */
export function jobKey({ rollout, hubId, notBefore }: NewJob): string {
  if (hubId !== undefined) return `${rollout}/${hubId}`;
  return notBefore == null ? rollout : `${rollout}/${notBefore}`;
}
