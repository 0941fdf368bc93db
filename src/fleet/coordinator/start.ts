/** Starts a reviewed rollout: its approved accounts are put into waves, and the first one opens. */

import { UsageError } from '../../errors.ts';
import type { NewerRollout, OlderRollout } from '../../model/rollout-status.ts';
import type { Database } from '../database/database.ts';
import type { Rollout } from '../rollout/rollout.ts';
import { assignWaves, parseWaves } from '../rollout/waves.ts';
import { newerRollout, olderUnderWay } from '../store/newer-statement.ts';
import { assignTargets, countRows, readApproved, type StrategyRow } from '../store/wave-statements.ts';
import { ask, askOnce, rolloutNamed } from './advance.ts';
import type { ReadRollout } from './state.ts';

export interface Started {
  readonly strategy: StrategyRow;
  /** Who starts it, for people. */
  readonly by?: string;
  /** It may be one whose accounts are in a newer one. */
  readonly althoughNewer?: boolean;
  /** It may be one whose accounts an older one under way has left to run. */
  readonly althoughUnderWay?: boolean;
}

/** What is refused changes nothing. Throws UsageError `rollout-refused`, `rollout-unknown`, `rollout-superseded`, `rollout-under-way`, `waves-invalid`. */
export async function start(
  database: Database,
  id: string,
  { strategy, by, althoughNewer, althoughUnderWay }: Started,
): Promise<Rollout> {
  for (;;) {
    const row = await rolloutNamed(database, id);
    // In any other phase, and without an account to run, the state machine says why not.
    if (row.phase !== 'review') return ask(database, id, 'start', by);
    requireAllPlanned(row);
    if (althoughNewer !== true) requireNewest(await database.query(newerRollout(id)));
    if (althoughUnderWay !== true) requireAlone(await database.query(olderUnderWay(id)));
    const approved = await database.query(readApproved(id));
    if (approved.length === 0) return ask(database, id, 'start', by);
    const each = parseWaves(strategy.waves ?? row.waves);
    const assigned = assignWaves(id, each, approved);
    const assigning = { rollout: id, epoch: row.epoch, assigned, waves: each.length, strategy };
    if ((await database.query(assignTargets(assigning))).length === 0) continue;
    await database.query(countRows());
    const placed = await rolloutNamed(database, id);
    // What was approved in between is in no wave yet: once more.
    const started = placed.epoch === row.epoch + 1 ? await askOnce(database, placed, 'start', by) : undefined;
    if (started !== undefined) return started;
  }
}

function requireNewest([found]: readonly { readonly newer: NewerRollout }[]): void {
  if (found === undefined) return;
  const { rollout, accounts } = found.newer;
  const its = accounts === 1 ? '1 account of it is' : `${accounts} accounts of it are`;
  throw new UsageError(
    'rollout-superseded',
    `${its} in rollout ${rollout} too, which is newer, so it was not started.`,
    {
      hint: 'Abort it. If it is meant, start it although there is a newer one.',
    },
  );
}

function requireAlone([first, ...others]: readonly OlderRollout[]): void {
  if (first === undefined) return;
  const { rollout, phase, accounts } = first;
  const left = accounts === 1 ? '1 account of this one' : `${accounts} accounts of this one`;
  const more = others.length === 0 ? '' : ` So have ${others.map((other) => other.rollout).join(', ')}.`;
  throw new UsageError(
    'rollout-under-way',
    `Rollout ${rollout} is ${phase} and has ${left} left to run, so this one was not started.${more}`,
    {
      hint: 'Abort the older one. If both are meant, start this one although it is under way: the older one leaves alone what this one has taken.',
    },
  );
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
