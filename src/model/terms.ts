/** Limits on the changes of plans to an account, and the limits in force for the next plan. */

import type { Account } from './account.ts';
import type { Policy } from './policy.ts';

/**
 * All settings that limit the changes of a plan to an account. The thresholds of a fleet are separate: they apply to many accounts, and a
 * user approves each violation.
 */
export interface Terms extends Pick<Account, 'protected' | 'drift'> {
  readonly policy: Policy;
}

/** The policy in force. It judges changes of the files until an apply of such a change is complete. */
export interface InForce {
  readonly terms: Terms;
  /** SHA-256 of the terms, without reasons and positions. */
  readonly digest: string;
  /** Commit whose reviewed plan was the last to be applied completely. Its record cannot be used again. */
  readonly commit?: string;
}
