/** A clock that stands still until it is told, and ids that count: equal runs give equal bytes. */

import type { Clock, NewId } from '../../src/contract/clock.ts';

export interface TestClock extends Clock {
  /** Time passes. */
  advance(ms: number): void;
  /** Sets the wall clock. The elapsed time stays unchanged. */
  set(ms: number): void;
}

export function testClock(start = Date.parse('2026-01-01T00:00:00.000Z')): TestClock {
  let wall = start;
  let elapsed = 0;
  const advance = (ms: number): void => {
    wall += ms;
    elapsed += ms;
  };
  return {
    now: () => wall,
    elapsed: () => elapsed,
    sleep: async (ms) => advance(ms),
    advance,
    set(ms) {
      wall = ms;
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
