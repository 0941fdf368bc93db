/** Checks whether a fresh plan equals the reviewed plan, or the rest of it after an interrupted run. */

import { StalePlanError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Ledger, ReviewedPart, RunHistory } from '../../model/ledger.ts';
import type { Plan } from '../../model/plan.ts';
import { digestOfParts, type PlanParts, planDigest, planParts } from '../fingerprint.ts';

/** Reads of the ledger about earlier runs. */
export interface Past {
  read(): Promise<Ledger>;
  /** Newest first. */
  runs(): Promise<readonly RunHistory[]>;
}

/** Throws StalePlanError `plan-differs` if the plan differs from the reviewed plan and from its rest. */
export async function requireReviewed(plan: Plan, reviewed: string, past: Past): Promise<void> {
  const fresh = planDigest(plan);
  if (fresh === reviewed) return;
  const { intentions } = await past.read();
  if (isRest(plan, reviewed, { runs: await past.runs(), intentions })) return;
  throw new StalePlanError(
    'plan-differs',
    `The plan for ${plan.account.name} differs from the reviewed plan: its digest is ${fresh}, not ${reviewed}.`,
    {
      hint: 'The reviewed digest is of another plan, or the files or the account changed since the review. Review the new plan, and apply that plan.',
    },
  );
}

/**
 * True if the plan and the calls of the latest runs together are exactly the reviewed plan: every planned change was reviewed, and every
 * missing change was made. A finished call that is planned again was undone by another user. A change of several calls that was interrupted
 * is planned as another change, so its remaining calls count, which were reviewed with the values that they overwrite.
 */
function isRest(
  plan: Plan,
  reviewed: string,
  { runs, intentions }: { readonly runs: readonly RunHistory[]; readonly intentions: Ledger['intentions'] },
): boolean {
  const other = runs.findIndex(({ calls }) => calls.some((call) => call.reviewed?.plan !== reviewed));
  const done = (other < 0 ? runs : runs.slice(0, other)).flatMap(({ calls }) => findReviewedParts(calls, reviewed));
  const left = planParts(plan);
  const planned = new Set(left.calls.values());
  if (done.some(({ call }) => planned.has(call))) return false;
  // The outcome of an open call is unknown: it is planned again, or the resource is in sync.
  const begun = [...done, ...findReviewedParts(intentions, reviewed)];
  const halfMade = new Set(begun.flatMap(({ covers }) => covers));
  for (const { action, address } of plan.changes) if (action === 'blocked') halfMade.delete(address);
  const untouched = [...left.changes].flatMap(([address, change]) => (halfMade.has(address) ? [] : [change]));
  const parts = begun.flatMap(({ call, changes }) => [call, ...changes]);
  return digestOfParts(plan.account, [...parts, ...untouched, ...left.calls.values()]) === reviewed;
}

interface BegunPart extends ReviewedPart {
  readonly covers: readonly Address[];
}

function findReviewedParts(
  calls: readonly { readonly covers: readonly Address[]; readonly reviewed?: ReviewedPart }[],
  reviewed: string,
): readonly BegunPart[] {
  return calls.flatMap(({ covers, reviewed: part }) => (part?.plan === reviewed ? [{ ...part, covers }] : []));
}

/** True if every open call belongs to the reviewed plan, and at least one can be settled without a person. */
export function isLeftBy(reviewed: string, { intentions }: Pick<Ledger, 'intentions'>): boolean {
  const ours = intentions.every((intention) => intention.reviewed?.plan === reviewed);
  return ours && intentions.some(({ recovery }) => recovery !== 'ask');
}

/** Returns the part of the reviewed plan that one call covers. Its intention stores it. */
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
