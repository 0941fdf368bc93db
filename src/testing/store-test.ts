/** One thing that every ledger store keeps to, as data: any runner of tests can run it. */

import type { LedgerStore } from '../model/ledger.ts';

/** A new, empty place for the ledger of the account `sandbox`, such as a folder or a database. */
export interface StorePlace {
  /**
   * Another store on the same place each time, as another process would open it. It takes the lock for the owner `ann`. What has to be
   * opened asynchronously, such as a connection, is opened with the place.
   */
  open(): LedgerStore;
}

export interface StoreTest {
  /** Continues a sentence that begins with the store: `gives a new, empty ledger when there is none`. */
  readonly name: string;
  /** Rejects with an AssertionError of node:assert when the store does otherwise. Each run asks for a place of its own. */
  run(place: () => Promise<StorePlace>): Promise<void>;
}
