/** Recognizes a plan without work for apply: no call, no change of the ledger, and no open call. */

import type { Plan } from '../model/plan.ts';
import { listConcerned } from './concerned.ts';

/** `buildRunEntries` (apply/apply.ts) returns no entry for such a plan. */
export function isIdle(plan: Plan): boolean {
  const { applyable, complete, hostChange, changes, calls } = plan;
  return (
    applyable &&
    complete &&
    hostChange === undefined &&
    changes.every(({ action }) => action === 'keep') &&
    calls.length === 0 &&
    (plan.open ?? []).length === 0 &&
    listConcerned(plan).length === 0
  );
}
