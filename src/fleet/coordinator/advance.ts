/** Moves a rollout one step forward. Several processes may try; the epoch of the row lets one of them act. */

import { defined } from '../../contract/defined.ts';
import { UsageError } from '../../errors.ts';
import type { Phase } from '../../model/rollout.ts';
import { possibleId, rolloutUnknown } from '../database/arguments.ts';
import type { Asking, Database } from '../database/database.ts';
import { ADVANCE } from '../queue/names.ts';
import { type Asked, afterLook, type Command, type Rollout } from '../rollout/rollout.ts';
import { lockRollout, lockStarts } from '../store/lock-statements.ts';
import { advanceRollout, readRollout } from '../store/rollout-statements.ts';
import { requireAlone } from './require-alone.ts';
import { listQueues, sendRuns } from './send-jobs.ts';
import { lookAt, parseRollout, type ReadRollout } from './state.ts';

/** Throws UsageError `rollout-unknown`. */
export async function rolloutNamed(database: Asking, id: string): Promise<ReadRollout> {
  const [row] = await database.query(readRollout(possibleId(id)));
  if (row !== undefined) return row;
  throw rolloutUnknown(id);
}

/** Does what is due. Returns undefined if nothing was due, or if another process was faster. */
export async function look(database: Database, id: string): Promise<readonly Command[] | undefined> {
  const row = await rolloutNamed(database, id);
  const before = parseRollout(row);
  const { rollout, commands } = afterLook(before, { kind: 'look', ...lookAt(row) });
  if (commands.length === 0 && isSame(rollout, before)) return undefined;
  return (await advance(database, row, rollout, { events: commands })) ? commands : undefined;
}

/**
 * Does what a user asks for, and records the user in the event. Repeats if another process changed the rollout. Throws UsageError
 * `rollout-refused` if the phase does not allow the request.
 */
export async function ask(database: Database, id: string, asked: Asked, by?: string): Promise<Rollout> {
  for (;;) {
    const rollout = await askOnce(database, await rolloutNamed(database, id), asked, by);
    if (rollout !== undefined) return rollout;
  }
}

/** Does the request for the rollout as it was read. Returns undefined if the rollout has changed since. */
export async function askOnce(
  database: Database,
  row: ReadRollout,
  asked: Asked,
  by?: string,
): Promise<Rollout | undefined> {
  if (asked === 'resume') requireNotReverted(row, `it cannot ${REFUSED[asked]}`);
  const { rollout, commands, refused } = afterLook(parseRollout(row), { kind: asked, ...lookAt(row) });
  if (refused !== undefined) {
    throw new UsageError('rollout-refused', `${refused.slice(0, -1)}, so it cannot ${REFUSED[asked]}.`, {
      hint: row.phase === 'aborted' ? 'An abort is for good: plan the fleet again.' : 'Its status shows the reason.',
    });
  }
  const events = [{ kind: asked, ...defined({ by }) }, ...commands];
  return (await advance(database, row, rollout, { events, asked })) ? rollout : undefined;
}

/** Throws UsageError `rollout-refused` if another rollout puts this one back: going on would apply the change again. */
export function requireNotReverted({ phase, reverted_by: by }: ReadRollout, so: string): void {
  if (by === null) return;
  const end = ENDED_FOR_GOOD.has(phase) ? 'Plan the fleet again.' : 'Abort it, and plan the fleet again.';
  const instead = ENDED_FOR_GOOD.has(by.phase) ? '' : ' If it is to go on instead, abort the revert first.';
  const what = by.phase === 'aborted' ? 'has put a part of the rollout back, or is about to' : 'puts the rollout back';
  throw new UsageError('rollout-refused', `Rollout ${by.rollout} ${what}, so ${so}.`, {
    hint: `${end}${instead}`,
  });
}

const ENDED_FOR_GOOD: ReadonlySet<Phase> = new Set(['done', 'aborted']);

const REFUSED: Readonly<Record<Asked, string>> = {
  planned: 'be planned further',
  compared: 'be over',
  start: 'start',
  pause: 'be paused',
  resume: 'be resumed',
  abort: 'be aborted',
};

interface Advancing {
  readonly events: readonly object[];
  /** Request of a user; absent for a step that is due. */
  readonly asked?: Asked;
}

/** Writes the step, and sends the jobs that follow from it in the same transaction. */
async function advance(
  database: Database,
  { id, epoch, digest }: ReadRollout,
  { phase, wave, soakUntil }: Rollout,
  { events, asked }: Advancing,
): Promise<boolean> {
  const change = advanceRollout({ id, epoch, phase, wave, soakUntil, events });
  const isRolling = phase === 'rolling' || phase === 'soaking';
  return database.transaction(isRolling ? listQueues({ digest }) : [], async (transaction) => {
    if (asked === 'start') {
      await transaction.query(lockStarts());
      await requireAlone(id, transaction);
    }
    // A worker that puts an account off holds the lock, and the abort must see that account.
    if (asked === 'abort') await transaction.query(lockRollout(id, 'update'));
    if ((await transaction.query(change)).length === 0) return false;
    if (phase === 'rolling') await sendRuns({ id, digest }, transaction);
    if (phase === 'soaking') await transaction.send(ADVANCE, [{ rollout: id, notBefore: soakUntil }]);
    return true;
  });
}

function isSame(a: Rollout, b: Rollout): boolean {
  return a.phase === b.phase && a.wave === b.wave && a.soakUntil === b.soakUntil;
}
