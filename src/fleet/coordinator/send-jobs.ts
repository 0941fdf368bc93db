/** Sends the jobs that the rows of a rollout need and the queue lacks: at the start, after a pause, and after a queue was lost. */

import type { Database, Transaction } from '../database/database.ts';
import { ADVANCE, planQueue, runQueues } from '../queue/names.ts';
import type { PlannedWith } from '../rollout/configuration.ts';
import { isDoubtful } from '../rollout/target.ts';
import { joblessPlans, joblessTargets } from '../store/job-statements.ts';

/** Queues of a rollout that is under way. */
export function listQueues({ digest }: Pick<PlannedWith, 'digest'>): readonly string[] {
  const { usual, alone } = runQueues(digest);
  return [ADVANCE, usual, alone];
}

/** Sends a job for each account of an open wave, if the rollout is rolling. */
export async function sendRuns({ id: rollout, digest }: PlannedWith, transaction: Transaction): Promise<void> {
  const queues = runQueues(digest);
  const jobs = await transaction.query(joblessTargets(rollout, queues));
  for (const [queue, own] of Map.groupBy(jobs, (job) => (isDoubtful(job) ? queues.alone : queues.usual)))
    await transaction.send(
      queue,
      own.map(({ hubId, notBefore }) => ({ rollout, hubId, notBefore })),
    );
}

/** Sends a job for each account that is to be planned. */
export function sendPlans(database: Database, rollout: string): Promise<void> {
  const queue = planQueue(rollout);
  return database.transaction([queue], async (transaction) => {
    const jobs = await transaction.query(joblessPlans(rollout));
    await transaction.send(
      queue,
      jobs.map(({ hubId }) => ({ rollout, hubId })),
    );
  });
}
