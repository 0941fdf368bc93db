/** Whether a fresh plan is the reviewed one, or the rest of it after an interrupted run. */

import { StalePlanError } from '../../errors.ts';
import type { Ledger, ReviewedPart, RunHistory } from '../../model/ledger.ts';
import type { Plan } from '../../model/plan.ts';
import { digestOfParts, type PlanParts, planDigest, planParts } from '../fingerprint.ts';

/** What the ledger tells of the runs before. */
export interface Past {
  read(): Promise<Ledger>;
  /** Newest first. */
  runs(): Promise<readonly RunHistory[]>;
}

/** Throws StalePlanError `plan-differs` when the plan means something else than what was reviewed, or than what is left of it. */
export async function requireReviewed(plan: Plan, reviewed: string, past: Past): Promise<void> {
  const fresh = planDigest(plan);
  if (fresh === reviewed) return;
  const { intentions } = await past.read();
  if (isRest(plan, reviewed, { runs: await past.runs(), intentions })) return;
  throw new StalePlanError(
    'plan-differs',
    `The plan for ${plan.account.name} is not the one that was reviewed: its digest is ${fresh}, not ${reviewed}.`,
    { hint: 'The files or the account changed since the review. Look at the fresh plan, and apply that one.' },
  );
}

/**
 * True when the plan and what the latest runs of the reviewed one did are together exactly that one: then all that is planned
 * was reviewed, and all that is missing was done. A call that is planned again although it was done was undone by somebody.
 */
function isRest(
  plan: Plan,
  reviewed: string,
  { runs, intentions }: { readonly runs: readonly RunHistory[]; readonly intentions: Ledger['intentions'] },
): boolean {
  const other = runs.findIndex(({ calls }) => calls.some((call) => call.reviewed?.plan !== reviewed));
  const done = (other < 0 ? runs : runs.slice(0, other)).flatMap(({ calls }) => partsOf(calls, reviewed));
  const left = planParts(plan);
  const planned = new Set(left.calls.values());
  if (done.some(({ call }) => planned.has(call))) return false;
  // Of a call that is still open nobody knows whether it was done: it is planned again, or seen to be in sync.
  const parts = [...done, ...partsOf(intentions, reviewed)].flatMap(({ call, changes }) => [call, ...changes]);
  return digestOfParts(plan.account, [...parts, ...left.changes.values(), ...left.calls.values()]) === reviewed;
}

function partsOf(calls: readonly { readonly reviewed?: ReviewedPart }[], reviewed: string): readonly ReviewedPart[] {
  return calls.flatMap((call) => (call.reviewed?.plan === reviewed ? [call.reviewed] : []));
}

/** Whether all calls that are still open are of the reviewed plan, and something but a person can settle one. */
export function isLeftBy(reviewed: string, { intentions }: Pick<Ledger, 'intentions'>): boolean {
  const ours = intentions.every((intention) => intention.reviewed?.plan === reviewed);
  return ours && intentions.some(({ recovery }) => recovery !== 'ask');
}

/** What one call of a reviewed plan makes of it, as its intention keeps it. */
export function reviewedPart(
  { changes, calls }: PlanParts,
  { id, covers }: Pick<Plan['calls'][number], 'id' | 'covers'>,
  reviewed: string,
): ReviewedPart {
  return {
    plan: reviewed,
    call: calls.get(id) ?? '',
    changes: covers.flatMap((address) => changes.get(address) ?? []),
  };
}
