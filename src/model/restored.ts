/** Detects from the times of a resource that a create restored an archived resource. */

/** A create sets both times together. A create that restores a resource keeps the time of the first create. */
const SAME_CREATE_MS = 60_000;

/**
 * Returns the ISO time of the first create if it is earlier than the restoring create. `created` is in milliseconds since the epoch, or NaN
 * if it is unknown. `written` has the times at which the service processed the create. All times are of the service, so the clock of this
 * machine does not matter.
 */
export function firstCreateOf(created: number, written: readonly number[]): string | undefined {
  const isOld = written.some((time) => time - created > SAME_CREATE_MS);
  return isOld ? new Date(created).toISOString() : undefined;
}
