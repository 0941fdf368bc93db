/** Time and identity as values that are passed in, so that a run can be repeated exactly. */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds since a moment that stays the same while the process lives. Never goes back: ages and waits are measured with it. */
  elapsed(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Returns a new unique string at each call (a uuid, outside tests). */
export type NewId = () => string;

/** How far the clocks of two machines may be apart, in milliseconds: a time further in the future was not set by any run. */
export const CLOCK_TOLERANCE_MS = 60 * 60 * 1000;
