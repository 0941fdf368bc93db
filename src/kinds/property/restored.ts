/** Detects from the reply to a create that it restored an archived property. */

import type { Settled } from '../../model/kind.ts';

/** A create sets both times together. A create that restores a property keeps the time of the first create. */
const SAME_CREATE_MS = 60_000;

/**
 * `created` is in milliseconds since the epoch, or NaN if the reply lacks it. `written` has the times at which the service processed the
 * call.
 */
export function restoredIn(created: number, written: readonly number[]): Pick<Settled, 'restored'> {
  const isOld = written.some((time) => time - created > SAME_CREATE_MS);
  return isOld ? { restored: new Date(created).toISOString() } : {};
}
