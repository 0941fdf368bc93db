/** Whether a fresh plan is the one that somebody reviewed. */

import { StalePlanError } from '../errors.ts';
import type { Plan } from '../model/plan.ts';
import { planDigest } from './plan-digest.ts';

/** Throws StalePlanError `plan-differs` when the plan means something else than what was reviewed. */
export function requireReviewed(plan: Plan, reviewed: string): void {
  const fresh = planDigest(plan);
  if (fresh === reviewed) return;
  throw new StalePlanError(
    'plan-differs',
    `The plan for ${plan.account.name} is not the one that was reviewed: its digest is ${fresh}, not ${reviewed}.`,
    { hint: 'The files or the account moved since the review. Look at the fresh plan, and apply that one.' },
  );
}
