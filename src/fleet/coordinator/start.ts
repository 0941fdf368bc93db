/** Starts a reviewed rollout: its approved accounts are put into waves, and the first one opens. */

import type { Database } from '../database/database.ts';
import type { Rollout } from '../rollout/rollout.ts';
import { assignWaves, parseWaves } from '../rollout/waves.ts';
import { assignTargets, countRows, readApproved } from '../store/wave-statements.ts';
import { ask, askOnce, rolloutNamed } from './advance.ts';

/** Throws UsageError `rollout-refused`, `rollout-unknown`, `waves-invalid`. */
export async function start(database: Database, id: string): Promise<Rollout> {
  for (;;) {
    const row = await rolloutNamed(database, id);
    // In any other phase the state machine says why not.
    if (row.phase !== 'review') return ask(database, id, 'start');
    const each = parseWaves(row.waves);
    const assigned = assignWaves(id, each, await database.query(readApproved(id)));
    const assigning = { rollout: id, epoch: row.epoch, assigned, waves: each.length };
    if ((await database.query(assignTargets(assigning))).length === 0) continue;
    await database.query(countRows());
    const placed = await rolloutNamed(database, id);
    // What was approved in between is in no wave yet: once more.
    const started = placed.epoch === row.epoch + 1 ? await askOnce(database, placed, 'start') : undefined;
    if (started !== undefined) return started;
  }
}
