/** Plans the accounts of a rollout into clusters. Several processes share the accounts, and a later call continues. */

import type { Plan } from '../../model/plan.ts';
import type { RolloutKind } from '../../model/rollout.ts';
import { sendPlans } from '../coordinator/send-jobs.ts';
import { DatabaseError } from '../database/database.ts';
import { insisting } from '../database/insisting.ts';
import type { Job } from '../database/jobs.ts';
import type { Installation } from '../installations/installations.ts';
import { planQueue } from '../queue/names.ts';
import { type Shape, shapeIn, shapeInDrift } from '../rollout/clusters.ts';
import { countToPlan, type PlannedRow, putPlanned, putUnplanned, toPlan } from '../store/planning-statements.ts';
import { findInstallation } from './accounts.ts';
import { inBackground, rarely, SWEEP_MS } from './rarely.ts';
import { createAccountReconciler, type Reconciling } from './reconcilers.ts';
import { judgedError } from './result.ts';
import { loadSource, planSource } from './source.ts';
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

interface PlanningOne extends Reconciling {
  readonly rollout: string;
  readonly kind: RolloutKind;
}

type Planned = Omit<PlannedRow, 'rollout' | 'hubId'>;

/** Plans one account. An error is a result of that account, except an error of the database. May be repeated. */
async function planOne(hubId: number, planning: PlanningOne): Promise<void> {
  const { database, rollout } = planning;
  const row = { rollout, hubId };
  const find = () => findInstallation(hubId, planning);
  const leftOut = async (found: Installation | undefined): Promise<void> => {
    const message = `The installation is ${found?.state ?? 'gone'}.`;
    await database.query(putUnplanned({ ...row, because: null, message }));
  };
  const installation = await find();
  if (installation?.state !== 'active') return leftOut(installation);
  const planned = await planTarget(installation, planning);
  if ('error' in planned) {
    // A token that is refused may have been revoked just now: the installation knows.
    const now = await find();
    if (now?.state !== 'active') return leftOut(now);
    const { result, message } = judgedError(planned.error);
    const because = result.kind === 'failed' || result.kind === 'put-off' ? result.because : 'config';
    await database.query(putUnplanned({ ...row, because, message: message ?? '' }));
    return;
  }
  await database.query(putPlanned({ ...row, ...planned }));
}

/** True if a worker has nothing to do, not even an open call to settle. */
function isPutBack(kind: RolloutKind, { standing }: Shape, { open = [] }: Plan): boolean {
  return kind === 'revert' && standing === 'empty' && open.length === 0;
}

async function planTarget(
  installation: Installation,
  planning: PlanningOne,
): Promise<Planned | { readonly error: unknown }> {
  const { rollout, kind } = planning;
  try {
    if (kind === 'drift') {
      const report = await (await createAccountReconciler(installation, planning)).drift();
      const shape = shapeInDrift(report);
      const held = shape.standing === 'drifted' ? 'drifted' : 'unverified';
      return { ...shape, sample: JSON.stringify(report), states: { held, ready: 'unchanged' } };
    }
    const source = await loadSource({ rollout, kind, hubId: installation.hubId }, planning);
    const reconciler = await createAccountReconciler(installation, planning, source.shared);
    const plan = await planSource(source, reconciler);
    const shape = shapeIn(plan);
    const states = { held: 'waiting', ready: isPutBack(kind, shape, plan) ? 'unchanged' : 'approved' } as const;
    return { ...shape, drift: null, sample: JSON.stringify(plan), states };
  } catch (error) {
    // An error of the database says nothing about the account.
    if (error instanceof DatabaseError) throw error;
    return { error };
  }
}
