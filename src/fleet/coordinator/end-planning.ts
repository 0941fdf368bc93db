/** Ends the planning of a rollout once no account is left to plan: clusters wait for approval, and drift is over. */

import type { Database } from '../database/database.ts';
import { approveLate } from '../store/cluster-statements.ts';
import { askOnce, rolloutNamed } from './advance.ts';

/** Of several that have planned it, one does; for accounts that were planned again, nothing more is to be done than to take them in. */
export async function endPlanning(database: Database, id: string): Promise<void> {
  for (;;) {
    const row = await rolloutNamed(database, id);
    if (row.phase !== 'planning') break;
    if ((await askOnce(database, row, row.kind === 'drift' ? 'compared' : 'planned')) !== undefined) return;
  }
  await database.query(approveLate(id));
}
