/** A worker: runs the accounts that pg-boss gives it and keeps rollouts going, until it is told to end or nothing is left. */

import { look } from '../coordinator/advance.ts';
import { listQueues, sendRuns } from '../coordinator/send-jobs.ts';
import type { Database } from '../database/database.ts';
import type { Job } from '../database/jobs.ts';
import { ADVANCE, aloneOf, jobKey, runQueues } from '../queue/names.ts';
import { configurationDiffers, type LeftAlone, leftAlone } from '../rollout/configuration.ts';
import { isDoubtful } from '../rollout/target.ts';
import { type BegunRow, beginTargets } from '../store/begin-statement.ts';
import { underWay } from '../store/rollout-statements.ts';
import { readTargets, type TargetRow } from '../store/target-statements.ts';
import { inBackground, rarely, SWEEP_MS } from './rarely.ts';
import type { Reconciling } from './reconcilers.ts';
import { runTarget } from './run-target.ts';
import { giveBackLost, lose, settle } from './settle.ts';
import { isLost, type Next, type Taking, takeJobs } from './take-jobs.ts';

export interface Working extends Reconciling, Pick<Taking, 'pollMs' | 'signal' | 'slots'> {
  /** Digest of its files. Rollouts that were planned with other files are skipped. */
  readonly configuration: string;
  /** Called once for each skipped rollout. */
  readonly onLeft: (left: LeftAlone) => void;
  /** End as soon as no rollout is under way. */
  readonly untilDone: boolean;
}

/**
 * Runs accounts and returns the number that it finished, without deferred accounts. Waits if the database cannot be reached. Throws every
 * other error of the database after the running accounts have ended. Throws UsageError `configuration-differs` with `untilDone` if only
 * rollouts of other files are left.
 */
export async function work(working: Working): Promise<number> {
  const { database, clock, pollMs, configuration, untilDone } = working;
  const { queue } = database;
  const counted = new Set<number>();
  const told = new Set<string>();
  /** Rollouts that had a finished account since the last look. */
  const ended = new Set<string>();
  const any = runQueues(null);
  const own = runQueues(configuration);

  /** Returns the rollouts under way that this worker may run, and reports the others. */
  const mine = async () => {
    const all = await database.query(underWay());
    const left = leftAlone(all, configuration);
    for (const row of left) {
      if (!told.has(row.rollout)) working.onLeft(row);
      told.add(row.rollout);
    }
    return { left, all, isOver: all.length === left.length };
  };
  const run = async (target: BegunRow, job: Job): Promise<void> => {
    if (!(await finished(target, job, working))) return;
    counted.add(target.hub_id);
    ended.add(target.rollout);
  };
  const supervise = inBackground(() => queue.supervise());
  const supervising = rarely(queue.heartbeatMs / 10, clock);
  let sweeping = rarely(SWEEP_MS, clock);
  const advancing = rarely(pollMs, clock);
  const advanced = async (): Promise<boolean> => {
    let isMoved = false;
    const rollouts = [...ended];
    ended.clear();
    const jobs = rollouts.map((rollout) => ({ rollout }));
    await queue.send(ADVANCE, jobs).catch((error: unknown) => {
      for (const rollout of rollouts) ended.add(rollout);
      throw error;
    });
    for (let taken = await queue.take(ADVANCE, LOOKS); taken.length > 0; taken = await queue.take(ADVANCE, LOOKS)) {
      for (const { rollout } of taken) while ((await look(database, rollout)) !== undefined) isMoved = true;
      await queue.complete(taken);
    }
    return isMoved;
  };

  await takeJobs({
    ...working,
    queues: [any.usual, own.usual],
    queuesAlone: [any.alone, own.alone],
    begin: async (jobs) => {
      const rows = await begun(jobs, database);
      return new Map([...rows].map(([job, target]) => [job, run(target, job)]));
    },
    onTrouble() {
      sweeping = rarely(SWEEP_MS, clock);
    },
    async look(isIdle): Promise<Next> {
      let isMoved = false;
      await supervising(async () => {
        supervise();
        await giveBackLost(database);
      });
      await sweeping(async () => {
        const { all } = await mine();
        for (const row of all) await database.transaction(listQueues(row), (tx) => sendRuns(row, tx));
        for (const { id } of all) ended.add(id);
        isMoved = await advanced();
      });
      if (isIdle && ended.size > 0) isMoved = (await advanced()) || isMoved;
      else
        await advancing(async () => {
          isMoved = (await advanced()) || isMoved;
        });
      if (isMoved) return 'again';
      if (!isIdle) return 'wait';
      const { left, isOver } = await mine();
      if (!untilDone || !isOver) return 'wait';
      if (left.length > 0) throw configurationDiffers(left, 'run it');
      return 'end';
    },
  });
  return counted.size;
}

/** Rollouts that are looked at by one job each. */
const LOOKS = 20;

/** Returns whether the result counts. A result whose statement got no answer is written again: it counts once. */
async function finished(target: BegunRow, job: Job, working: Working): Promise<boolean> {
  const { database, clock, pollMs } = working;
  const ran = await runTarget(target, working);
  const until = clock.elapsed() + database.queue.heartbeatMs;
  for (;;) {
    try {
      return await settle(target, job, ran, database);
    } catch (error) {
      // Another worker gets the account then, and finds in its ledger what was done.
      if (!isLost(error) || clock.elapsed() > until) throw error;
      await clock.sleep(pollMs);
    }
  }
}

/** Returns the jobs that this worker runs now. The other jobs are finished: their rows do not need them, or another job exists. */
export async function begun(jobs: readonly Job[], database: Database): Promise<ReadonlyMap<Job, BegunRow>> {
  const first = await beginEach(jobs, database);
  const others = jobs.filter((job) => !first.has(job));
  if (others.length === 0) return first;
  const again = await wanted(others, database);
  return again.length === 0 ? first : new Map([...first, ...(await beginEach(again, database))]);
}

async function beginEach(jobs: readonly Job[], database: Database): Promise<ReadonlyMap<Job, BegunRow>> {
  const byKey = new Map(jobs.map((job) => [jobKey(job), job]));
  const rows = await database.query(beginTargets([...byKey.values()]));
  return new Map(
    rows.flatMap((row) => {
      const job = byKey.get(jobKey({ rollout: row.rollout, hubId: row.hub_id }));
      return job === undefined ? [] : [[job, row] as const];
    }),
  );
}

/** Returns the jobs whose accounts may begin again because their worker has died. */
async function wanted(jobs: readonly Job[], database: Database): Promise<readonly Job[]> {
  const found: Job[] = [];
  for (const [rollout, own] of Map.groupBy(jobs, (job) => job.rollout)) {
    const hubIds = own.map(({ hubId }) => hubId);
    const rows = new Map(
      (await database.query(readTargets({ kind: 'each', rollout, hubIds }))).map((row) => [row.hubId, row]),
    );
    for (const job of own) {
      const row = rows.get(job.hubId);
      if (row !== undefined && (await isWanted(job, row, database))) found.push(job);
    }
  }
  return found;
}

async function isWanted(job: Job, row: TargetRow, database: Database): Promise<boolean> {
  const { rollout, hubId } = job;
  if (row.state === 'deferred' && row.notBefore !== null && row.notBefore > row.now) {
    const later = { rollout, hubId, notBefore: row.notBefore };
    await database.transaction([job.queue], async (transaction) => {
      await transaction.complete(job);
      await transaction.send(job.queue, [later]);
    });
    return false;
  }
  if (row.state !== 'running') return false;
  // The earlier worker sends no heartbeats, so this job is the only one of the account.
  const after = await lose(row, database);
  if (after?.state !== 'approved') {
    await database.queue.send(ADVANCE, [{ rollout }]);
    return false;
  }
  const alone = aloneOf(job.queue);
  if (!isDoubtful(after) || job.queue === alone) return true;
  await database.transaction([alone], async (transaction) => {
    await transaction.complete(job);
    await transaction.send(alone, [{ rollout, hubId }]);
  });
  return false;
}
