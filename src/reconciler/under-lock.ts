/** Work under the lock of a ledger, which is released in every case. */

import type { LedgerStore } from '../model/ledger.ts';

export async function underLock<T>(store: LedgerStore, purpose: string, work: () => Promise<T>): Promise<T> {
  const lock = await store.lock(purpose);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
