/** A digest of what a plan means: equal for two plans that change the same things in the same way, whenever and wherever made. */

import type { Change } from '../model/change.ts';
import type { Plan, PlannedCall } from '../model/plan.ts';
import { digest } from './digest.ts';

/**
 * Covers the account, every change that is not `keep`, and the calls. Left out is what can move while the meaning stays:
 * times, the ledger's serial, places in files, sentences for people, findings, and what is in sync anyway (another pull
 * request may have added to that).
 */
export function planDigest({ account, changes, calls }: Pick<Plan, 'account' | 'changes' | 'calls'>): string {
  return digest({
    account,
    changes: changes.filter(({ action }) => action !== 'keep').map(meaningOfChange),
    calls: calls.map(meaningOfCall),
  });
}

function meaningOfChange({ address, action, because, risk, risks, fields }: Change): unknown {
  return { address, action, because, risk, risks, fields };
}

function meaningOfCall({
  id,
  endpoint,
  params,
  body,
  covers,
  after,
  relies,
  expects,
  records,
  onConflict,
}: PlannedCall) {
  return { id, endpoint, params, body, covers, after, relies, expects, records, onConflict };
}
