/** A clock that stands still, and ids that count: equal runs give equal bytes. */

import type { Clock, NewId } from '../../src/contract/clock.ts';

export interface TestClock extends Clock {
  advance(ms: number): void;
}

export function testClock(start = Date.parse('2026-01-01T00:00:00.000Z')): TestClock {
  let now = start;
  return {
    now: () => now,
    elapsed: () => now,
    sleep: async (ms) => {
      now += ms;
    },
    advance(ms) {
      now += ms;
    },
  };
}

export function counting(prefix: string): NewId {
  let last = 0;
  return () => {
    last += 1;
    return `${prefix}${last}`;
  };
}
