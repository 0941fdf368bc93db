/** Begins the accounts of the jobs that a worker took, and decides what happens to the other jobs. */

import type { Database } from '../database/database.ts';
import type { Job } from '../database/jobs.ts';
import { ADVANCE, aloneOf, jobKey } from '../queue/names.ts';
import { isDoubtful } from '../rollout/target.ts';
import { type BegunRow, beginTargets } from '../store/begin-statement.ts';
import { readTargets, type TargetRow } from '../store/target-statements.ts';
import { lose } from './settle.ts';

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
