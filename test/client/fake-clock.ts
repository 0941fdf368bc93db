/** A clock that stands still until every task waits, then jumps to the next sleeper. */

import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/contract/clock.ts';

export interface FakeClock extends Clock {
  /** Runs time forward until the promise settles. */
  run<T>(promise: Promise<T>): Promise<T>;
}

const START = Date.UTC(2026, 0, 1);
/** Turns of the event loop that a test may take without a sleeper. */
const PATIENCE = 50;

export function fakeClock(): FakeClock {
  let now = START;
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  const advance = (): boolean => {
    const next = [...sleepers].reduce<number | undefined>(
      (at, sleeper) => Math.min(at ?? Infinity, sleeper.at),
      undefined,
    );
    if (next === undefined) return false;
    now = Math.max(now, next);
    for (const sleeper of sleepers) if (sleeper.at <= now) sleeper.wake();
    return true;
  };
  return {
    now: () => now,
    elapsed: () => now - START,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        const stop = () => {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        const sleeper = {
          at: now + ms,
          wake: () => {
            sleepers.delete(sleeper);
            signal?.removeEventListener('abort', stop);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', stop, { once: true });
      }),
    run: async (promise) => {
      let settled = false;
      const done = () => {
        settled = true;
      };
      promise.then(done, done);
      for (let idle = 0; ; ) {
        await setImmediate();
        if (settled) return promise;
        idle = advance() ? 0 : idle + 1;
        if (idle > PATIENCE) throw new Error('Nothing sleeps and nothing settles.');
      }
    },
  };
}
