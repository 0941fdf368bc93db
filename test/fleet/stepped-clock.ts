/** A clock of a process that moves only when it is told: what sleeps is woken in the order of its time. */

import type { Clock } from '../../src/contract/clock.ts';

export interface SteppedClock extends Clock {
  /** Advances the time of this process. Resolves after woken sleepers had a turn. */
  advance(ms: number): Promise<void>;
}

/** `wall`: first time of the wall clock. */
export function steppedClock(wall = Date.parse('2026-01-01T00:00:00Z')): SteppedClock {
  let elapsed = 0;
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  return {
    now: () => wall + elapsed,
    elapsed: () => elapsed,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const sleeper = {
          at: elapsed + ms,
          wake() {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
    async advance(ms) {
      const end = elapsed + ms;
      for (;;) {
        await new Promise(setImmediate);
        const [next] = [...sleepers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        elapsed = Math.max(elapsed, next.at);
        next.wake();
      }
      elapsed = end;
    },
  };
}
