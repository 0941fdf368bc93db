/** Plans every account of a fleet into clusters, some at a time; a planning that was cut goes on where it was. */

import type { Installation } from '../installations/installations.ts';
import { shapeIn } from '../rollout/clusters.ts';
import { addPlanned } from '../store/cluster-statements.ts';
import { addUnplanned, readPlanned } from '../store/failed-plan-statements.ts';
import { type Reconciling, reconcilerOf } from './reconcilers.ts';
import { judgedError } from './result.ts';

export interface Planning extends Reconciling {
  readonly rollout: string;
  readonly slots: number;
  readonly signal: AbortSignal;
}

/** False when it was cut: the accounts that are planned stay so. */
export async function planAll(planning: Planning): Promise<boolean> {
  const { installations, database, rollout, slots, signal } = planning;
  const known = new Set((await database.query(readPlanned(rollout))).map(({ hubId }) => hubId));
  const left = (await installations.list()).filter(({ hubId }) => !known.has(hubId)).values();
  const worker = async (): Promise<void> => {
    for (const installation of left) {
      if (signal.aborted) return;
      await planOne(installation, planning);
    }
  };
  await Promise.all(Array.from({ length: slots }, worker));
  return !signal.aborted;
}

/** What fails for one account fails for it alone. */
async function planOne(installation: Installation, planning: Planning): Promise<void> {
  const { hubId, appId: app, labels, state } = installation;
  const { database, rollout } = planning;
  const row = { rollout, hubId, app, labels };
  if (state !== 'active') {
    await database.query(addUnplanned({ ...row, because: null, message: `The installation is ${state}.` }));
    return;
  }
  const planned = await planOf(installation, planning);
  if ('plan' in planned) {
    await database.query(addPlanned({ ...row, ...shapeIn(planned.plan), plan: JSON.stringify(planned.plan) }));
    return;
  }
  const { result, message } = judgedError(planned.error, 1);
  const because = result.kind === 'failed' || result.kind === 'put-off' ? result.because : 'config';
  await database.query(addUnplanned({ ...row, because, message: message ?? '' }));
}

async function planOf(installation: Installation, planning: Planning) {
  try {
    return { plan: await (await reconcilerOf(installation, planning)).plan() };
  } catch (error) {
    return { error };
  }
}
