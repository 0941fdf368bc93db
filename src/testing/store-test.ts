/** A rule that every ledger store keeps, as data for any test runner. */

import type { LedgerStore } from '../model/ledger.ts';

/** A new, empty place for the ledger of the account `sandbox`, such as a folder or a database. */
export interface StorePlace {
  /**
   * Returns a new store on the same place each time, as another process would open it. The owner in its lock is `ann`. A connection that opens asynchronously is opened with the place.
   */
  open(): LedgerStore;
}

export interface StoreTest {
  /** Continues a sentence that begins with the store: `gives a new, empty ledger when there is none`. */
  readonly name: string;
  /** Rejects with an AssertionError of node:assert if the store breaks the rule. Each run asks for a new place. */
  run(place: () => Promise<StorePlace>): Promise<void>;
}
