/** Time of a read, and its age. */

import type { Clock } from '../../contract/clock.ts';

export interface Moment {
  readonly wall: number;
  readonly elapsed: number;
}

export function readMoment(clock: Clock): Moment {
  return { wall: clock.now(), elapsed: clock.elapsed() };
}

/**
 * Returns the larger age of two clocks. The wall clock can be set back, and the monotonic clock stops while the machine sleeps. A wrong age
 * costs one more read.
 */
export function computeAge(then: Moment, now: Moment): number {
  return Math.max(now.elapsed - then.elapsed, Math.abs(now.wall - then.wall));
}

/** Returns the earliest moment, or undefined if there is none. */
export function earliest(moments: readonly Moment[]): Moment | undefined {
  return moments.toSorted((a, b) => a.elapsed - b.elapsed)[0];
}
