/** Ends the planning of a rollout once no account is left to plan: clusters wait for approval, and what leaves nothing to do is over. */

import type { Database } from '../database/database.ts';
import { approveLate } from '../store/cluster-statements.ts';
import { askOnce, rolloutNamed } from './advance.ts';
import type { ReadRollout } from './state.ts';

/** Of several that have planned it, one does; for accounts that were planned again, nothing more is to be done than to take them in. */
export async function endPlanning(database: Database, id: string): Promise<void> {
  for (;;) {
    const row = await rolloutNamed(database, id);
    if (row.phase !== 'planning') break;
    if ((await askOnce(database, row, isOver(row) ? 'compared' : 'planned')) !== undefined) return;
  }
  await database.query(approveLate(id));
}

/** Drift is only told; a revert of what is put back already has nothing to approve. */
function isOver({ kind, tally }: ReadRollout): boolean {
  return kind === 'drift' || (kind === 'revert' && tally.every(({ state }) => state === 'unchanged'));
}
