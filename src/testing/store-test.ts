/** One thing that every ledger store keeps to, as data: any runner of tests can run it. */

import type { LedgerStore } from '../model/ledger.ts';

/** A new, empty place for the ledger of the account `sandbox`, such as a folder or a database. */
export interface StorePlace {
  /**
   * Another store on the same place each time, as another process would open it. Its clock stands at 2026-01-01T00:00:00.000Z, and it
   * takes the lock for the owner `ann`.
   */
  open(): LedgerStore;
}

export interface StoreTest {
  /** Continues a sentence that begins with the store: `gives a new, empty ledger when there is none`. */
  readonly name: string;
  /** Rejects with an AssertionError of node:assert when the store does otherwise. Each run asks for a place of its own. */
  run(place: () => Promise<StorePlace>): Promise<void>;
}
