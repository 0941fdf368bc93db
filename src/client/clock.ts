/** The system clock and the random source: the only place in the client that accesses either. */

import type { Clock } from '../contract/clock.ts';

/** Returns a number from 0 up to, but not including, 1. */
export type Random = () => number;

/** A Node.js timer with a longer delay fires immediately. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: async (ms, signal) => {
    let left = ms;
    for (; left > LONGEST_TIMER_MS; left -= LONGEST_TIMER_MS) await timer(LONGEST_TIMER_MS, signal);
    await timer(left, signal);
  },
};

/**
 * Guards against a caller's clock whose `elapsed` decreases, which the contract forbids. Backward jumps are ignored, so that every wait
 * ends.
 */
export function steady(clock: Clock): Clock {
  let seen = clock.elapsed();
  let total = 0;
  return {
    // Called as methods, because a caller's clock may need its `this`.
    now: () => clock.now(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    elapsed: () => {
      const before = seen;
      seen = clock.elapsed();
      total += Math.max(0, seen - before);
      return total;
    },
  };
}

function timer(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = () => {
      clearTimeout(running);
      reject(signal?.reason);
    };
    const running = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

export const systemRandom: Random = () => Math.random();
