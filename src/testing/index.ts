/** The entry `trueup/testing`: what tests of a ledger store of one's own need. */

import { CONTENTS } from './store-contents.ts';
import { HISTORY } from './store-history.ts';
import { LOCKS } from './store-lock.ts';
import type { StoreTest } from './store-test.ts';

export type { StorePlace, StoreTest } from './store-test.ts';

/** Rules of every ledger store; the stores of trueup pass them all. */
export const STORE_TESTS: readonly StoreTest[] = [...CONTENTS, ...HISTORY, ...LOCKS];
