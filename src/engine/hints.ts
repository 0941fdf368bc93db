/** What to do next, said by more than one step. */

import { mention } from '../model/command.ts';
import type { Intention } from '../model/ledger.ts';

export const RUN_AGAIN = 'Run plan and apply again: they read the account again.';

/** What a person has to type once they looked. */
export function settleHint({ covers }: Pick<Intention, 'covers'>): string {
  return `Check the account, then say what you saw (applied, or not-applied): ${mention('ledger', 'settle', ...covers, '--as', 'applied')}`;
}
