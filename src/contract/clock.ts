/** Time and identity as values that are passed in, so that a run can be repeated exactly. */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds since a fixed moment of the process. The value never decreases. Ages and waits are measured with it. */
  elapsed(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Returns a new unique string at each call (a uuid, outside tests). */
export type NewId = () => string;

/** Maximum difference between the clocks of two machines, in milliseconds. A time further in the future was not set by a run. */
export const CLOCK_TOLERANCE_MS = 60 * 60 * 1000;
