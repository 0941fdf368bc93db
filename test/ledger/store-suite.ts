/** Runs the tests that every ledger store must pass. */

import { describe, it } from 'vitest';
import { STORE_TESTS, type StorePlace } from '../../src/testing/index.ts';

/** `open` gives another store on the same place each time it is called. */
export function storeSuite(title: string, place: () => Promise<StorePlace>): void {
  describe(title, () => {
    for (const { name, run } of STORE_TESTS) it(name, () => run(place));
  });
}
