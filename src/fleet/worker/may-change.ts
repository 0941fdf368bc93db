/** Checks whether a rollout may be reverted. */

import { UsageError } from '../../errors.ts';
import { rolloutNamed } from '../coordinator/advance.ts';
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

function refused(why: string, hint: string): UsageError {
  return new UsageError('rollout-refused', `The rollout ${why}, so it cannot be reverted.`, { hint });
}
