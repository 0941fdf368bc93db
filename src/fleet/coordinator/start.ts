/** Starts a reviewed rollout: its approved accounts are put into waves, and the first one opens. */

import { UsageError } from '../../errors.ts';
import type { Database } from '../database/database.ts';
import type { Rollout } from '../rollout/rollout.ts';
import { assignWaves, parseWaves } from '../rollout/waves.ts';
import { assignTargets, countRows, readApproved, type StrategyRow } from '../store/wave-statements.ts';
import { ask, askOnce, rolloutNamed } from './advance.ts';
import { requireAlone } from './require-alone.ts';
import type { ReadRollout } from './state.ts';

export interface Started {
  readonly strategy: StrategyRow;
  /** Name of the person who starts it, for the event. */
  readonly by?: string;
}

/**
 * Starts the rollout, or changes nothing. Throws UsageError `rollout-refused`, `rollout-unknown`, `rollout-superseded`,
 * `rollout-under-way`, `waves-invalid`.
 */
export async function start(database: Database, id: string, { strategy, by }: Started): Promise<Rollout> {
  for (;;) {
    const row = await rolloutNamed(database, id);
    // The state machine refuses every other phase with its reason, and a rollout without approved accounts.
    if (row.phase !== 'review') return ask(database, id, 'start', by);
    requireAllPlanned(row);
    await requireAlone(id, database);
    const approved = await database.query(readApproved(id));
    if (approved.length === 0) return ask(database, id, 'start', by);
    const each = parseWaves(strategy.waves ?? row.waves);
    const assigned = assignWaves(id, each, approved);
    const assigning = { rollout: id, epoch: row.epoch, assigned, waves: each.length, strategy };
    if ((await database.query(assignTargets(assigning))).length === 0) continue;
    await database.query(countRows());
    const placed = await rolloutNamed(database, id);
    // Accounts that were approved since the read have no wave yet, so the loop repeats.
    const started = placed.epoch === row.epoch + 1 ? await askOnce(database, placed, 'start', by) : undefined;
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
