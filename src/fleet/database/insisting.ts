/** Repeats a statement for as long as its lease or turn lasts, so that a restart of the database loses no result. */

import type { Clock } from '../../contract/clock.ts';
import { DatabaseError } from './database.ts';

const PAUSE_MS = 200;

/** The first try of our own statement may have written the row before its reply was lost. A repetition reads that row. */
const UNIQUE_VIOLATION = '23505';

/**
 * Repeats `work` after a lost reply, so `work` must be repeatable. `anyTrouble` repeats after every error: for values that cannot be
 * obtained again.
 */
export async function insisting<T>(
  lease: { isKept(): boolean; readonly anyTrouble?: boolean },
  clock: Clock,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (lease.anyTrouble !== true && !mayPass(error)) throw error;
      await clock.sleep(PAUSE_MS);
      if (!lease.isKept()) throw error;
    }
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof DatabaseError && (error.trouble === 'lost' || error.state === UNIQUE_VIOLATION);
}
