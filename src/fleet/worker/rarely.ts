/** Runs work at most once per interval, and again after a failure. */

import type { Clock } from '../../contract/clock.ts';

/** Milliseconds between searches for rows without a job. A job can be lost with its queue, or end before its row changes. */
export const SWEEP_MS = 60_000;

export type Rarely = (work: () => Promise<unknown>) => Promise<void>;

export function rarely(ms: number, clock: Pick<Clock, 'elapsed'>): Rarely {
  let doneAt = Number.NEGATIVE_INFINITY;
  return async (work) => {
    const at = clock.elapsed();
    if (at - doneAt < ms) return;
    await work();
    doneAt = at;
  };
}

/** Runs work without waiting for it, never twice at once. Its errors appear again in later calls. */
export function inBackground(work: () => Promise<unknown>): () => void {
  let isRunning = false;
  return () => {
    if (isRunning) return;
    isRunning = true;
    work()
      .catch(() => undefined)
      .finally(() => {
        isRunning = false;
      });
  };
}
