/** Plans the accounts of a rollout into clusters. Several processes share the accounts, and a later call continues. */

import type { RolloutKind } from '../../model/rollout.ts';
import { sendPlans } from '../coordinator/send-jobs.ts';
import { insisting } from '../database/insisting.ts';
import type { Job } from '../database/jobs.ts';
import { planQueue } from '../queue/names.ts';
import { countToPlan, toPlan } from '../store/planning-statements.ts';
import { planOne } from './plan-one.ts';
import { inBackground, rarely, SWEEP_MS } from './rarely.ts';
import type { Reconciling } from './reconcilers.ts';
import { type Next, takeJobs } from './take-jobs.ts';

export interface Planning extends Reconciling {
  readonly rollout: string;
  readonly kind: RolloutKind;
  readonly slots: number;
  readonly pollMs: number;
  readonly signal: AbortSignal;
}

/** Plans until every account is planned by any process. Returns false if it was stopped; planned accounts stay planned. */
export async function planAll(planning: Planning): Promise<boolean> {
  const { database, clock, rollout, signal } = planning;
  const { queue } = database;
  const supervise = inBackground(() => queue.supervise());
  const supervising = rarely(queue.heartbeatMs / 10, clock);
  let sweeping = rarely(SWEEP_MS, clock);
  let isLeft = true;
  const ask = <T>(work: () => Promise<T>): Promise<T> => {
    const until = clock.elapsed() + queue.heartbeatMs;
    return insisting({ isKept: () => clock.elapsed() < until }, clock, work);
  };
  await ask(() => sendPlans(database, rollout));
  await takeJobs({
    ...planning,
    queues: [planQueue(rollout)],
    queuesAlone: [],
    async begin(jobs) {
      const wanted = await database.query(
        toPlan(
          rollout,
          jobs.map(({ hubId }) => hubId),
        ),
      );
      const hubIds = new Set(wanted.map(({ hubId }) => hubId));
      const planned = (job: Job): [Job, Promise<void>] => [job, ask(() => planOne(job.hubId, planning))];
      return new Map(jobs.filter(({ hubId }) => hubIds.has(hubId)).map(planned));
    },
    onTrouble() {
      sweeping = rarely(SWEEP_MS, clock);
    },
    async look(isIdle): Promise<Next> {
      await supervising(async () => supervise());
      await sweeping(() => sendPlans(database, rollout));
      if (!isIdle) return 'wait';
      // Accounts in other processes come back if these processes die.
      isLeft = ((await database.query(countToPlan(rollout)))[0]?.left ?? 0) > 0;
      return isLeft ? 'wait' : 'end';
    },
  });
  // One of several processes that end together removes the queue.
  if (!isLeft) await queue.remove(planQueue(rollout)).catch(() => undefined);
  return !isLeft && !signal.aborted;
}
