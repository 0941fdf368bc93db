/** A plan that has nothing for apply to do: no call, no note in the ledger, and nothing that an earlier run left open. */

import type { Plan } from '../model/plan.ts';
import { concernedBy } from './concerned.ts';

/** Of such a plan `entriesOf` (apply/plan-entries.ts) makes no entry. */
export function isIdle(plan: Plan): boolean {
  const { applyable, complete, hostChange, changes, calls } = plan;
  return (
    applyable &&
    complete &&
    hostChange === undefined &&
    changes.every(({ action }) => action === 'keep') &&
    calls.length === 0 &&
    (plan.open ?? []).length === 0 &&
    concernedBy(plan).length === 0
  );
}
