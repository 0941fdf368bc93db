/** What decides what a plan may do to an account, and the terms that hold for what is planned next. */

import type { Account } from './account.ts';
import type { Policy } from './policy.ts';

/** All that says what a plan may do to an account. Thresholds of a fleet are not in it: they hold over many accounts, and somebody approves what breaks one. */
export interface Terms extends Pick<Account, 'protected' | 'drift'> {
  readonly policy: Policy;
}

/** The policy in force: a change of the files is judged by it until an apply of that change was complete. */
export interface InForce {
  readonly terms: Terms;
  /** SHA-256 of the terms, without reasons and places. */
  readonly digest: string;
  /** Commit whose reviewed plan was applied completely last: its record is used up. */
  readonly commit?: string;
}
