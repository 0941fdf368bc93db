/** Writes the results of accounts, through their state machine and only if the row is as it was read. */

import { listQueues, sendRuns } from '../coordinator/send-jobs.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { Job } from '../database/jobs.ts';
import { ADVANCE, runQueues } from '../queue/names.ts';
import {
  afterEvent,
  endTarget,
  MAX_LOST,
  pauseMs,
  queueMs,
  type Result,
  type Target,
  type TargetEvent,
  type TargetLimits,
} from '../rollout/target.ts';
import type { BegunRow } from '../store/begin-statement.ts';
import { rolloutsRunning } from '../store/job-statements.ts';
import { lockRollout } from '../store/lock-statements.ts';
import { changeTarget, readTargets, type TargetRow, type Told, type Which } from '../store/target-statements.ts';
import type { Delayed } from './result.ts';
import type { Ran } from './run-target.ts';

/** An aborted rollout tries no account again. A deferred account, or one whose worker died, has failed. */
const OVER: TargetLimits = { patienceMs: -1, maxLost: 1 };

export const NOTHING: Told = { run: null, shape: null, message: null };

/**
 * Writes the result. Returns true if the turn of the account is over. A deferred account gets another job in the same transaction. An
 * account of another worker stays as it is, and that worker continues from the ledger.
 */
export async function settle(begun: BegunRow, job: Job, ran: Ran, database: Database): Promise<boolean> {
  const { rollout, hub_id: hubId, attempt } = begun;
  const { result } = ran;
  if (result.kind !== 'put-off' && result.kind !== 'queued') {
    const running = { rollout, hubId, state: 'running', attempt } as const;
    return (await database.query(changeTarget(running, endTarget(result, begun), ran))).length > 0;
  }
  return database.transaction([job.queue], async (transaction) => {
    const [after] = await changeEach({ kind: 'each', rollout, hubIds: [hubId] }, transaction, {
      event: (row) => ({ kind: 'result', attempt, at: row.now, result: timed(result, row) }),
      told: ran,
    });
    if (after?.state !== 'deferred') return after !== undefined;
    await transaction.complete(job);
    await transaction.send(job.queue, [{ rollout, hubId, notBefore: after.notBefore }]);
    return false;
  });
}

const LOST = {
  event: ({ attempt }: TargetRow) => ({ kind: 'lost', attempt }) as const,
  told: { ...NOTHING, message: 'The worker that had it has ended.' },
};

/** Marks the account as lost and returns its new state. Returns undefined if another process was faster. */
export async function lose({ rollout, hubId, attempt }: TargetRow, database: Database): Promise<Target | undefined> {
  const event = () => ({ kind: 'lost', attempt }) as const;
  const [after] = await database.transaction([], (transaction) =>
    changeEach({ kind: 'each', rollout, hubIds: [hubId] }, transaction, { event, told: LOST.told }),
  );
  return after;
}

/** Gives back the accounts of dead workers, of all configurations. */
export async function giveBackLost(database: Database): Promise<void> {
  for (const rollout of await database.query(rolloutsRunning()))
    await database.transaction(listQueues(rollout), async (transaction) => {
      const which = { kind: 'lost', rollout: rollout.id, queues: runQueues(rollout.digest) } as const;
      if ((await changeEach(which, transaction, LOST)).length === 0) return;
      await sendRuns(rollout, transaction);
      await transaction.send(ADVANCE, [{ rollout: rollout.id }]);
    });
}

export interface Change {
  readonly event: (row: TargetRow) => TargetEvent;
  readonly told: Told;
}

/** Changes accounts under a lock, so that an abort sees each change or is seen by it. Returns the changed accounts. */
export async function changeEach(
  which: Which,
  transaction: Transaction,
  { event, told }: Change,
): Promise<readonly Target[]> {
  await transaction.query(lockRollout(which.rollout, 'share'));
  const changed: Target[] = [];
  for (const row of await transaction.query(readTargets(which))) {
    const limits: TargetLimits = row.isAborted ? OVER : { patienceMs: row.patienceMs, maxLost: MAX_LOST };
    const after = afterEvent(row, event(row), limits);
    if (after === row) continue;
    if ((await transaction.query(changeTarget(row, after, told))).length > 0) changed.push(after);
  }
  return changed;
}

function timed(result: Extract<Delayed, { kind: 'put-off' | 'queued' }>, row: TargetRow): Result {
  if (result.kind === 'queued') return { kind: 'queued', until: row.now + queueMs(row.attempt) };
  const { because, afterMs } = result;
  return { kind: 'put-off', because, until: row.now + (afterMs ?? pauseMs(row, { because, at: row.now })) };
}
