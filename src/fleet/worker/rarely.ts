/** What is done once in a time, however often there is an occasion, and again where it failed. */

import type { Clock } from '../../contract/clock.ts';

/** How often a process looks for what has no job, in milliseconds: the queue was lost, or somebody was quicker than a job was done. */
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

/** Nobody waits for it, and it is not begun again before it has ended: it may take minutes. What it throws shows in what comes next. */
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
