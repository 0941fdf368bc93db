/** Runs one account of a rollout: a fresh plan, applied only when it is what was approved, or what is left of that. */

import { isRestOf } from '../../engine/shape.ts';
import type { Plan } from '../../model/plan.ts';
import type { Database } from '../database/database.ts';
import { approvesItself } from '../rollout/approval.ts';
import { type Shape, shapeIn } from '../rollout/clusters.ts';
import { readSample } from '../store/cluster-statements.ts';
import type { ClaimedRow } from '../store/target-statements.ts';
import { type Reconciling, reconcilerOf } from './reconcilers.ts';
import { type Judged, judgedApply, judgedBlocked, judgedError } from './result.ts';

export interface Ran extends Judged {
  /** Of the ledger; null where nothing was applied. */
  readonly run: string | null;
  /** Of the fresh plan; null where there is none. */
  readonly shape: string | null;
}

/** Never throws: what went wrong is a result. */
export async function runTarget(claimed: ClaimedRow, parts: Reconciling): Promise<Ran> {
  const { hub_id: hubId, attempt } = claimed;
  try {
    const gone = await standsAside(hubId, parts);
    if (gone !== undefined) return gone;
    return await applied(claimed, parts);
  } catch (error) {
    // A token that is refused may have been revoked just now: the installation knows.
    const gone = await standsAside(hubId, parts).catch(() => undefined);
    return gone ?? { ...judgedError(error, attempt), run: null, shape: null };
  }
}

async function standsAside(hubId: number, { accounts }: Reconciling): Promise<Ran | undefined> {
  const account = await accounts.find(hubId);
  if (account?.state === 'active') return undefined;
  const message = `The installation is ${account?.state ?? 'gone'}.`;
  return { result: { kind: 'skipped' }, message, run: null, shape: null };
}

async function applied(claimed: ClaimedRow, parts: Reconciling): Promise<Ran> {
  const { hub_id: hubId, attempt } = claimed;
  const reconciler = await reconcilerOf(hubId, parts);
  const plan = await reconciler.plan();
  const fresh = shapeIn(plan);
  const { shape } = fresh;
  if (!(await isApproved({ claimed, plan, fresh }, parts.database))) {
    const blocked = judgedBlocked(plan, attempt);
    const moved: Judged = {
      result: { kind: 'moved' },
      message: `Its plan is now in cluster ${shape}, which is not approved.`,
    };
    return { ...(blocked ?? moved), run: null, shape };
  }
  const result = await reconciler.apply(plan);
  return { ...judgedApply(result, attempt), run: result.run, shape };
}

interface Fresh {
  readonly claimed: ClaimedRow;
  readonly plan: Plan;
  readonly fresh: Shape;
}

/**
 * Empty plans approve themselves. After an attempt that was cut, the plan is what is left of the approved one: less is no other change.
 */
async function isApproved({ claimed, plan, fresh }: Fresh, database: Database): Promise<boolean> {
  if (approvesItself(fresh)) return true;
  const { rollout, shape, attempt } = claimed;
  if (fresh.standing === 'blocked') return false;
  const [same] = await database.query(readSample(rollout, fresh.shape));
  if (same !== undefined) return same.approved;
  if (attempt === 1) return false;
  const [whole] = await database.query(readSample(rollout, shape));
  return whole?.approved === true && isRestOf(plan, JSON.parse(whole.sample));
}
