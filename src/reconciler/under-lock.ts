/** Work under the lock of a ledger, which is released in every case. */

import type { LedgerLock, LedgerStore } from '../model/ledger.ts';

export async function underLock<T>(
  store: LedgerStore,
  purpose: string,
  work: (lock: LedgerLock) => Promise<T>,
): Promise<T> {
  const lock = await store.lock(purpose);
  try {
    return await work(lock);
  } finally {
    await lock.release();
  }
}
