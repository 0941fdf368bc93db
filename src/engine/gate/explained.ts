/** Whether the changes of a fresh plan were all reviewed: in one plan of which other runs did a part, or in several plans. */

import type { RunHistory } from '../../model/ledger.ts';
import type { Plan } from '../../model/plan.ts';
import { digestOfParts, planParts } from '../fingerprint.ts';

/** What is kept of a reviewed plan, to recognize its changes in another one. */
export interface ReviewedChanges {
  /** Digest of the account: its id, its host and its surface. */
  readonly account: string;
  readonly changes: readonly string[];
}

/** Digests of the changes of a plan by address. */
export function changeDigests(plan: Pick<Plan, 'changes' | 'calls'>): ReadonlyMap<string, string> {
  return planParts(plan).changes;
}

export function accountDigest({ account }: Pick<Plan, 'account'>): string {
  return digestOfParts(account, []);
}

/**
 * True when every change was reviewed, and none of them was just made and undone by somebody. Of a single plan, what is missing
 * must have been made by a run; of several, a later one may have made it needless.
 *
 * @param reviewed plans for another account, or for another host of it, do not count
 * @param runs newest first
 */
export function isExplained(
  plan: Pick<Plan, 'account' | 'changes' | 'calls'>,
  reviewed: readonly ReviewedChanges[],
  runs: readonly RunHistory[],
): boolean {
  const plans = reviewed.filter(({ account, changes }) => account === accountDigest(plan) && changes.length > 0);
  const allowed = new Set(plans.flatMap(({ changes }) => changes));
  const left = new Set(changeDigests(plan).values());
  if (![...left].every((change) => allowed.has(change))) return false;
  const made = runs.map(({ calls }) => calls.map((call) => call.reviewed?.changes));
  // A change that was made before something else may have been reviewed once more since then.
  const other = made.findIndex((calls) => calls.some((changes) => !changes?.every((change) => allowed.has(change))));
  const latest = new Set((other < 0 ? made : made.slice(0, other)).flat(2));
  if ([...left].some((change) => latest.has(change))) return false;
  const ever = new Set(made.flat(2));
  return plans.length > 1 || [...allowed].every((change) => left.has(change) || ever.has(change));
}
