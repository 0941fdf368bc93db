/** Plans one account of a rollout into its cluster, or tells why it cannot be planned. */

import type { Plan } from '../../model/plan.ts';
import type { RolloutKind } from '../../model/rollout.ts';
import { DatabaseError } from '../database/database.ts';
import type { Installation } from '../installations/installations.ts';
import { type Shape, shapeIn, shapeInDrift } from '../rollout/clusters.ts';
import { type PlannedRow, putPlanned, putUnplanned } from '../store/planning-statements.ts';
import { findInstallation } from './accounts.ts';
import { type Reconciling, reconcilerOf } from './reconcilers.ts';
import { judgedError } from './result.ts';
import { planFrom, sourceOf } from './source.ts';

export interface PlanningOne extends Reconciling {
  readonly rollout: string;
  readonly kind: RolloutKind;
}

type Planned = Omit<PlannedRow, 'rollout' | 'hubId'>;

/** Plans one account. An error is a result of that account, except an error of the database. May be repeated. */
export async function planOne(hubId: number, planning: PlanningOne): Promise<void> {
  const { database, rollout } = planning;
  const row = { rollout, hubId };
  const find = () => findInstallation(hubId, planning);
  const leftOut = async (found: Installation | undefined): Promise<void> => {
    const message = `The installation is ${found?.state ?? 'gone'}.`;
    await database.query(putUnplanned({ ...row, because: null, message }));
  };
  const installation = await find();
  if (installation?.state !== 'active') return leftOut(installation);
  const planned = await plannedOf(installation, planning);
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

async function plannedOf(
  installation: Installation,
  planning: PlanningOne,
): Promise<Planned | { readonly error: unknown }> {
  const { rollout, kind } = planning;
  try {
    if (kind === 'drift') {
      const report = await (await reconcilerOf(installation, planning)).drift();
      const shape = shapeInDrift(report);
      const held = shape.standing === 'drifted' ? 'drifted' : 'unverified';
      return { ...shape, sample: JSON.stringify(report), states: { held, ready: 'unchanged' } };
    }
    const source = await sourceOf({ rollout, kind, hubId: installation.hubId }, planning);
    const reconciler = await reconcilerOf(installation, planning, source.shared);
    const plan = await planFrom(source, reconciler);
    const shape = shapeIn(plan);
    const states = { held: 'waiting', ready: isPutBack(kind, shape, plan) ? 'unchanged' : 'approved' } as const;
    return { ...shape, drift: null, sample: JSON.stringify(plan), states };
  } catch (error) {
    // An error of the database says nothing about the account.
    if (error instanceof DatabaseError) throw error;
    return { error };
  }
}
