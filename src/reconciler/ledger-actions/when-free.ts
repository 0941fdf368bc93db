/** Waits for another run that writes the ledger of the account, up to a limit. */

import { LedgerError } from '../../errors.ts';
import type { Parts } from '../parts.ts';

const POLL_MS = 1000;

/** Throws LedgerError `ledger-locked`, which names the holder, once the time is over. */
export async function whenFree({ store, clock, signal }: Parts, timeoutMs: number): Promise<void> {
  const until = clock.elapsed() + timeoutMs;
  for (;;) {
    try {
      return await requireFree(store);
    } catch (error) {
      const left = until - clock.elapsed();
      if (!(error instanceof LedgerError) || error.code !== 'ledger-locked' || left <= 0) throw error;
      await clock.sleep(Math.min(left, POLL_MS), signal);
    }
  }
}

/** Takes the lock only if it has a holder: the refusal has the way out. A run of another account may hold the ledger of an app. */
async function requireFree(store: Parts['store']): Promise<void> {
  if ((await store.holder()) === undefined) return;
  const lock = await store.lock('apply', []);
  await lock.release();
}
