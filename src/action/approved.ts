/** Which approval a fresh plan goes by: of one reviewed plan, of what is left of it, or of several that were merged meanwhile. */

import { StalePlanError } from '../errors.ts';
import { isExplained, planDigest, type Reconciler, requireReviewed } from '../index.ts';
import type { Plan } from '../model/plan.ts';
import { isEmpty } from '../report/text/counts.ts';
import type { Approval } from './approval.ts';
import type { Waiting } from './merged.ts';
import type { Reviewed } from './reviewed.ts';

export type Plans = Pick<Reviewed, 'given' | 'waiting' | 'superseded'>;

/** The digest to apply it as; undefined when nothing was reviewed. One that does not fit is refused by the apply itself. */
export async function approvedDigest(reconciler: Reconciler, plan: Plan, reviewed: Plans): Promise<string | undefined> {
  const digests = digestsOf(reviewed);
  // An empty plan has nothing to compare, and clears away what a run of another one may have left.
  if (isEmpty(plan)) return digests.find((digest) => digest !== planDigest(plan)) ?? digests[0];
  if (reviewed.given !== undefined || digests.length === 0) return reviewed.given;
  return (await fittingDigest(reconciler, plan, reviewed)) ?? digests[0];
}

/** Undefined when something in it was not reviewed. */
export async function fittingDigest(
  { ledger }: Pick<Reconciler, 'ledger'>,
  plan: Plan,
  reviewed: Plans,
): Promise<string | undefined> {
  const digests = digestsOf(reviewed);
  const fresh = planDigest(plan);
  if (digests.includes(fresh)) return fresh;
  const runs = await ledger.runs();
  for (const digest of digests) {
    if (await isRestOf(digest, plan, { read: () => ledger.read(), runs: async () => runs })) return digest;
  }
  const plans = approvalsIn(reviewed).flatMap(({ of, changes }) =>
    of === undefined || changes === undefined ? [] : [{ account: of, changes }],
  );
  return isExplained(plan, plans, runs) ? fresh : undefined;
}

export async function isRestOf(
  digest: string,
  plan: Plan,
  past: Parameters<typeof requireReviewed>[2],
): Promise<boolean> {
  try {
    await requireReviewed(plan, digest, past);
    return true;
  } catch (error) {
    if (error instanceof StalePlanError) return false;
    throw error;
  }
}

export function digestsOf(reviewed: Plans): readonly string[] {
  if (reviewed.given !== undefined) return [reviewed.given];
  return approvalsIn(reviewed).flatMap(({ digest }) => digest ?? []);
}

/** Whether what was reviewed of it approves something. */
export function isCounted({ pull, isSpent }: Waiting, { superseded }: Pick<Reviewed, 'superseded'>): boolean {
  return !isSpent && !superseded.has(pull.number);
}

export function approvalsIn(reviewed: Plans): readonly Approval[] {
  if (reviewed.given !== undefined) return [];
  return reviewed.waiting.flatMap((one) => (isCounted(one, reviewed) ? (one.approval ?? []) : []));
}
