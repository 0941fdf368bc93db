/** Writes what became of accounts: through their state machine, and only as what they were seen as. */

import { defined } from '../../contract/defined.ts';
import type { FailedFor } from '../../model/rollout.ts';
import type { Database } from '../database/database.ts';
import { pauseMs, queueMs } from '../rollout/pause.ts';
import {
  afterEvent,
  endedWith,
  MAX_LOST,
  type Result,
  type Target,
  type TargetEvent,
  type TargetLimits,
} from '../rollout/target.ts';
import type { ClaimedRow } from '../store/claim-statement.ts';
import { insertEvent } from '../store/rollout-statements.ts';
import { changeTarget, readTargets, type TargetRow, type Told, type Which } from '../store/target-statements.ts';
import type { Delayed } from './result.ts';
import type { Ran } from './run-target.ts';

/** Nothing of an aborted rollout is tried again: what is put off, or loses its worker, has failed. */
const OVER: TargetLimits = { patienceMs: -1, maxLost: 1 };

const NOTHING: Told = { run: null, shape: null, message: null };

/**
 * Whether its turn has ended by this: not where it is put off, nor where the account is no longer this worker's. What it did stands in the ledger,
 * and the next one goes on from there.
 */
export async function settle(claimed: ClaimedRow, ran: Ran, database: Database): Promise<boolean> {
  const { rollout, hub_id: hubId, attempt } = claimed;
  const { result } = ran;
  if (result.kind !== 'put-off' && result.kind !== 'queued') {
    const running = { rollout, hubId, state: 'running', attempt } as const;
    return (await database.query(changeTarget(running, endedWith(result, claimed), ran))).length > 0;
  }
  const [after] = await changeEach({ kind: 'one', rollout, hubId }, database, {
    event: (row) => ({ kind: 'result', attempt, at: row.now, result: timed(result, row) }),
    told: ran,
  });
  return after !== undefined && after.state !== 'deferred';
}

/** Gives back the accounts of workers that ended, and those that this one was given by a reply that never came. How many there were. */
export async function giveBackLost(worker: string, inHand: readonly string[], database: Database): Promise<number> {
  const changed = await changeEach({ kind: 'lost', worker, inHand }, database, {
    event: ({ attempt }) => ({ kind: 'lost', attempt }),
    told: { ...NOTHING, message: 'The worker that had it has ended.' },
  });
  return changed.length;
}

export interface Retrying {
  /** Null: any. */
  readonly because: FailedFor | null;
  /** For people, in the event. */
  readonly by?: string | undefined;
}

/** How many accounts are to be tried again; where there are any, an event tells of it. */
export async function retryTargets(rollout: string, { because, by }: Retrying, database: Database): Promise<number> {
  const tried = await changeEach({ kind: 'to-retry', rollout, because }, database, {
    event: () => ({ kind: 'retry' }),
    told: NOTHING,
  });
  const changed = tried.length;
  if (changed > 0) {
    const reason = because === null ? '' : `, for the reason ${because}`;
    const message = `${changed} ${changed === 1 ? 'account' : 'accounts'}${reason}`;
    await database.query(insertEvent(rollout, { kind: 'retry', message, ...defined({ by }) }));
  }
  return changed;
}

interface Change {
  readonly event: (row: TargetRow) => TargetEvent;
  readonly told: Told;
}

/** Each that was changed, as it is now. */
async function changeEach(which: Which, database: Database, { event, told }: Change): Promise<readonly Target[]> {
  const changed: Target[] = [];
  for (const row of await database.query(readTargets(which))) {
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
