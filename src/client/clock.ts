/** The real clock and the real dice: the only place of the client that asks the machine for either. */

import type { Clock } from '../contract/clock.ts';

/** Gives a number from 0 up to but not including 1. */
export type Random = () => number;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      signal?.addEventListener('abort', stop, { once: true });
    }),
};

export const systemRandom: Random = () => Math.random();
