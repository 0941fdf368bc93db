/** Starts a reviewed rollout: its approved accounts are put into waves, and the first one opens. */

import { UsageError } from '../../errors.ts';
import type { Database } from '../database/database.ts';
import type { Rollout } from '../rollout/rollout.ts';
import { assignWaves, parseWaves } from '../rollout/waves.ts';
import { assignTargets, countRows, readApproved } from '../store/wave-statements.ts';
import { ask, askOnce, rolloutNamed } from './advance.ts';
import type { ReadRollout } from './state.ts';

/** Throws UsageError `rollout-refused`, `rollout-unknown`, `waves-invalid`. */
export async function start(database: Database, id: string): Promise<Rollout> {
  for (;;) {
    const row = await rolloutNamed(database, id);
    // In any other phase the state machine says why not.
    if (row.phase !== 'review') return ask(database, id, 'start');
    requireAllPlanned(row);
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

/** Accounts that are planned again are in no wave yet. */
function requireAllPlanned({ tally }: ReadRollout): void {
  const left = tally.reduce((sum, { state, accounts }) => (state === 'planning' ? sum + accounts : sum), 0);
  if (left === 0) return;
  throw new UsageError(
    'rollout-refused',
    `${left === 1 ? '1 account of the rollout is' : `${left} accounts of the rollout are`} still being planned, so it cannot start.`,
    { hint: 'Wait until they are planned. If the process that planned them again has ended, plan them again.' },
  );
}
