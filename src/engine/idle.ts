/** A plan that has nothing for apply to do: no call, no note in the ledger, and nothing that an earlier run left open. */

import type { Plan } from '../model/plan.ts';

/** Of such a plan `entriesOf` (apply/plan-entries.ts) makes no entry. */
export function isIdle(plan: Plan): boolean {
  const { applyable, complete, hostChange, changes, calls, adopt } = plan;
  const { moved = [], open = [], doubtful = [], renamed = {}, replaced = {} } = plan;
  return (
    applyable &&
    complete &&
    hostChange === undefined &&
    changes.every(({ action }) => action === 'keep') &&
    [calls, adopt, moved, open, doubtful].every((list) => list.length === 0) &&
    [renamed, replaced].every((notes) => Object.keys(notes).length === 0)
  );
}
