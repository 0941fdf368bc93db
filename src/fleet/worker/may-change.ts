/** Checks whether a rollout may be reverted, or its accounts tried again. */

import { UsageError } from '../../errors.ts';
import { requireNotReverted, rolloutNamed } from '../coordinator/advance.ts';
import { requireAlone } from '../coordinator/start.ts';
import type { ReadRollout } from '../coordinator/state.ts';
import type { Database } from '../database/database.ts';
import { ENDED } from '../rollout/rollout.ts';
import { countRuns } from '../store/target-statements.ts';
import { giveBackLost } from './settle.ts';

/** Throws UsageError `rollout-refused` while accounts may run, or if the rollout began no run. */
export async function requireRevertible(id: string, database: Database): Promise<void> {
  const { phase } = await rolloutNamed(database, id);
  if (!ENDED.includes(phase)) throw refused(`is ${phase}`, 'Pause it first: what was begun is then run to its end.');
  // Accounts of dead workers do not count as running.
  await giveBackLost(database);
  const [counted] = await database.query(countRuns(id));
  const { running = 0, begun = 0 } = counted ?? {};
  if (running > 0) {
    const accounts = running === 1 ? '1 account' : `${running} accounts`;
    throw refused(
      `is ${phase}, and ${accounts} of it ${running === 1 ? 'is' : 'are'} still being run`,
      'Wait until they have ended.',
    );
  }
  if (begun === 0) throw refused('has changed no account', 'There is nothing to revert.');
}

/**
 * Throws UsageError `rollout-refused` if the rollout is aborted or is being reverted, and `rollout-superseded` if a newer rollout has such
 * accounts.
 */
export async function requireRetriable(id: string, database: Database): Promise<ReadRollout> {
  const row = await rolloutNamed(database, id);
  requireNotReverted(row, 'none of its accounts can be tried again');
  if (row.phase === 'aborted')
    throw new UsageError('rollout-refused', 'The rollout is aborted, so none of its accounts can be tried again.', {
      hint: 'Plan the fleet again.',
    });
  await requireAlone(database, id, 'none of its accounts can be tried again');
  return row;
}

function refused(why: string, hint: string): UsageError {
  return new UsageError('rollout-refused', `The rollout ${why}, so it cannot be reverted.`, { hint });
}
