/** Writes the results of accounts, through their state machine and only if the row is as it was read. */

import { defined } from '../../contract/defined.ts';
import type { FailedFor } from '../../model/rollout.ts';
import { queuesOf, sendRuns } from '../coordinator/send-jobs.ts';
import type { Asking, Database } from '../database/database.ts';
import type { Job } from '../database/jobs.ts';
import { ADVANCE, runQueues } from '../queue/names.ts';
import type { PlannedWith } from '../rollout/configuration.ts';
import {
  afterEvent,
  endedWith,
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
import { insertEvent } from '../store/rollout-statements.ts';
import { changeTarget, readTargets, type TargetRow, type Told, type Which } from '../store/target-statements.ts';
import type { Delayed } from './result.ts';
import type { Ran } from './run-target.ts';

/** An aborted rollout tries no account again. A deferred account, or one whose worker died, has failed. */
const OVER: TargetLimits = { patienceMs: -1, maxLost: 1 };

const NOTHING: Told = { run: null, shape: null, message: null };

/**
 * Writes the result. Returns true if the turn of the account is over. A deferred account gets another job in the same transaction. An
 * account of another worker stays as it is, and that worker continues from the ledger.
 */
export async function settle(begun: BegunRow, job: Job, ran: Ran, database: Database): Promise<boolean> {
  const { rollout, hub_id: hubId, attempt } = begun;
  const { result } = ran;
  if (result.kind !== 'put-off' && result.kind !== 'queued') {
    const running = { rollout, hubId, state: 'running', attempt } as const;
    return (await database.query(changeTarget(running, endedWith(result, begun), ran))).length > 0;
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
export async function lose(row: TargetRow, database: Asking): Promise<Target | undefined> {
  return (await changeRows([row], database, LOST))[0];
}

/** Gives back the accounts of dead workers, of all configurations. */
export async function giveBackLost(database: Database): Promise<void> {
  for (const one of await database.query(rolloutsRunning()))
    await database.transaction(queuesOf(one), async (transaction) => {
      const which = { kind: 'lost', rollout: one.id, queues: runQueues(one.digest) } as const;
      if ((await changeEach(which, transaction, LOST)).length === 0) return;
      await sendRuns(one, transaction);
      await transaction.send(ADVANCE, [{ rollout: one.id }]);
    });
}

export interface Retrying {
  /** Null: any. */
  readonly because: FailedFor | null;
  /** For people, in the event. */
  readonly by?: string | undefined;
}

/** Marks accounts to be tried again and writes an event. Returns their number. */
export async function retryTargets(
  { id, digest }: PlannedWith,
  { because, by }: Retrying,
  database: Database,
): Promise<number> {
  return database.transaction(queuesOf({ digest }), async (transaction) => {
    const tried = await changeEach({ kind: 'to-retry', rollout: id, because }, transaction, {
      event: () => ({ kind: 'retry' }),
      told: NOTHING,
    });
    const changed = tried.length;
    if (changed === 0) return 0;
    const reason = because === null ? '' : `, for the reason ${because}`;
    const message = `${changed} ${changed === 1 ? 'account' : 'accounts'}${reason}`;
    await transaction.query(insertEvent(id, { kind: 'retry', message, ...defined({ by }) }));
    await sendRuns({ id, digest }, transaction);
    await transaction.send(ADVANCE, [{ rollout: id }]);
    return changed;
  });
}

interface Change {
  readonly event: (row: TargetRow) => TargetEvent;
  readonly told: Told;
}

/** Each that was changed, as it is now. */
async function changeEach(which: Which, database: Asking, change: Change): Promise<readonly Target[]> {
  return changeRows(await database.query(readTargets(which)), database, change);
}

async function changeRows(
  rows: readonly TargetRow[],
  database: Asking,
  { event, told }: Change,
): Promise<readonly Target[]> {
  const changed: Target[] = [];
  for (const row of rows) {
    const limits: TargetLimits = row.isAborted ? OVER : { patienceMs: row.patienceMs, maxLost: MAX_LOST };
    const after = afterEvent(row, event(row), limits);
    if (after === row) continue;
    if ((await database.query(changeTarget(row, after, told))).length > 0) changed.push(after);
  }
  return changed;
}

function timed(result: Extract<Delayed, { kind: 'put-off' | 'queued' }>, row: TargetRow): Result {
  if (result.kind === 'queued') return { kind: 'queued', until: row.now + queueMs(row.attempt) };
  const { because, afterMs } = result;
  return { kind: 'put-off', because, until: row.now + (afterMs ?? pauseMs(row, { because, at: row.now })) };
}
