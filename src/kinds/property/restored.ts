/** Whether the reply to a create shows that it brought back a property that was archived. */

import type { Settled } from '../../model/kind.ts';

/** A create sets both times at once; one that brings something back leaves the time of its first create. */
const SAME_CREATE_MS = 60_000;

/** Milliseconds since the epoch; NaN for what the reply does not show. `written`: when the service was at it. */
export function restoredIn(created: number, written: readonly number[]): Pick<Settled, 'restored'> {
  const isOld = written.some((time) => time - created > SAME_CREATE_MS);
  return isOld ? { restored: new Date(created).toISOString() } : {};
}
