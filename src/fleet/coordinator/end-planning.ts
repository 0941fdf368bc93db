/** Ends the planning of a rollout once every account is planned. Clusters then wait for approval. A rollout without work is over. */

import type { Database } from '../database/database.ts';
import { approveLate } from '../store/cluster-statements.ts';
import { askOnce, rolloutNamed } from './advance.ts';
import type { ReadRollout } from './state.ts';

/** Ends it once, even if several processes planned it. Accounts that were planned again only join their clusters. */
export async function endPlanning(database: Database, id: string): Promise<void> {
  for (;;) {
    const row = await rolloutNamed(database, id);
    if (row.phase !== 'planning') break;
    if ((await askOnce(database, row, isOver(row) ? 'compared' : 'planned')) !== undefined) return;
  }
  await database.query(approveLate(id));
}

/** A comparison has nothing to approve. Neither has a revert whose accounts are all unchanged. */
function isOver({ kind, tally }: ReadRollout): boolean {
  return kind === 'drift' || (kind === 'revert' && tally.every(({ state }) => state === 'unchanged'));
}
