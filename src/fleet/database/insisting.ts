/** Repeats a statement for as long as its lease or turn is kept: a restart of the database costs nobody an outcome. */

import type { Clock } from '../../contract/clock.ts';
import { DatabaseError } from './database.ts';

const PAUSE_MS = 200;

/** What another statement had written in between, one of ours whose reply was lost: repeated, it is seen. */
const UNIQUE_VIOLATION = '23505';

/** `work` has to be one that may be repeated. Only a lost reply is answered so, unless `anyTrouble`: where what it writes cannot be had again. */
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
