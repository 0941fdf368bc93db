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
