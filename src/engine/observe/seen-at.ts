/** When something was seen, and how long ago that is. */

import type { Clock } from '../../contract/clock.ts';

export interface Moment {
  readonly wall: number;
  readonly elapsed: number;
}

export function momentOf(clock: Clock): Moment {
  return { wall: clock.now(), elapsed: clock.elapsed() };
}

/**
 * By the clock that says more: the wall clock can be set back, and the monotonic one stands still while the machine sleeps. A
 * wall clock that somebody set makes a list old, which costs one read.
 */
export function ageOf(then: Moment, now: Moment): number {
  return Math.max(now.elapsed - then.elapsed, Math.abs(now.wall - then.wall));
}

/** Of several moments; undefined when there is none. */
export function earliest(moments: readonly Moment[]): Moment | undefined {
  return moments.toSorted((a, b) => a.elapsed - b.elapsed)[0];
}
