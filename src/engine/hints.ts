/** Hints that several steps use. */

import type { Advice } from '../model/fix.ts';
import type { Intention } from '../model/ledger.ts';

export const RUN_AGAIN = 'Run plan and apply again: they read the account again.';

/** Only a person can settle the call. */
export function settling({ covers }: Pick<Intention, 'covers'>): Required<Advice> {
  return {
    hint: 'Check in the account whether it took effect.',
    fix: [
      { action: 'settle', addresses: covers, as: 'applied' },
      { action: 'settle', addresses: covers, as: 'not-applied' },
    ],
  };
}
