/** Runs one account of a rollout: makes a fresh plan, and applies it if it is approved or a rest of the approved plan. */

import { isLeftOf } from '../../engine/shape.ts';
import { LedgerError } from '../../errors.ts';
import type { Plan } from '../../model/plan.ts';
import { appOfResource } from '../../reconciler/app-ledgers.ts';
import type { Database } from '../database/database.ts';
import { insisting } from '../database/insisting.ts';
import type { Installation } from '../installations/installations.ts';
import { approvesItself } from '../rollout/approval.ts';
import { type Shape, shapeIn } from '../rollout/clusters.ts';
import type { BegunRow } from '../store/begin-statement.ts';
import { readCalls } from '../store/calls.ts';
import { readSample } from '../store/cluster-statements.ts';
import { noteRun, readBegun } from '../store/target-statements.ts';
import { findInstallation } from './accounts.ts';
import { createAccountReconciler, type Reconciling } from './reconcilers.ts';
import { type Judged, judgedApply, judgedBlocked, judgedError } from './result.ts';
import { loadSource, planSource } from './source.ts';

export interface Ran extends Judged {
  /** Id of the run in the ledger; null if no plan was applied. */
  readonly run: string | null;
  /** Shape of the fresh plan; null if there is no plan. */
  readonly shape: string | null;
}

/** Runs the account. Returns failures as results, and never throws. */
export async function runTarget(claimed: BegunRow, parts: Reconciling): Promise<Ran> {
  const { begun, ran } = await tried(claimed, parts);
  if (ran.result.kind === 'unchanged' && claimed.attempt > 1 && (await isChanged(claimed, parts).catch(() => false)))
    return { ...ran, result: { kind: 'applied' } };
  if (ENDED_WELL.has(ran.result.kind) || ran.result.kind === 'queued') return ran;
  if (!begun && claimed.attempt === 1) return ran;
  // The result counts even if the database with the details is away.
  const half = await halfChanged(claimed, parts.database).catch(() => undefined);
  return half === undefined ? ran : { ...ran, message: ran.message === null ? half : `${ran.message} ${half}` };
}

/** By an earlier try, whose worker ended before it could tell, or which left a call open. */
async function isChanged({ rollout, hub_id }: BegunRow, { database }: Reconciling): Promise<boolean> {
  return (await readCalls(database, rollout, hub_id)).length > 0;
}

interface Tried {
  /** False if not even the installation was found active. */
  readonly begun: boolean;
  readonly ran: Ran;
}

async function tried(claimed: BegunRow, parts: Reconciling): Promise<Tried> {
  const { hub_id: hubId } = claimed;
  const find = () => findInstallation(hubId, parts);
  let begun = false;
  try {
    const installation = await find();
    if (!isActive(installation)) return { begun, ran: standsAside(installation) };
    begun = true;
    return { begun, ran: await applied(claimed, installation, parts) };
  } catch (error) {
    // A token that is refused may have been revoked just now: the installation knows.
    const installation = await find().catch(() => ACTIVE);
    const ran = isActive(installation) ? { ...judgedError(error), run: null, shape: null } : standsAside(installation);
    return { begun, ran };
  }
}

/** State that is assumed if the installation cannot be read, so that the earlier error counts. */
const ACTIVE = { state: 'active' } as const;

function isActive<I extends Pick<Installation, 'state'>>(installation: I | undefined): installation is I {
  return installation?.state === 'active';
}

function standsAside(installation: Pick<Installation, 'state'> | undefined): Ran {
  const message = `The installation is ${installation?.state ?? 'gone'}.`;
  return { result: { kind: 'skipped' }, message, run: null, shape: null };
}

async function applied(claimed: BegunRow, installation: Installation, parts: Reconciling): Promise<Ran> {
  const source = await loadSource({ ...claimed, hubId: claimed.hub_id }, parts);
  const reconciler = await createAccountReconciler(installation, parts, source.shared);
  const plan = await planSource(source, reconciler);
  const fresh = shapeIn(plan);
  const { shape } = fresh;
  if (!(await isApproved({ claimed, plan, fresh }, parts.database))) {
    const blocked = judgedBlocked(plan);
    return { ...(blocked ?? moved(shape)), run: null, shape };
  }
  // A worker that was killed may have left its lock: a later try goes through the apply, which takes it over and gives it back.
  if (claimed.attempt === 1 && reconciler.isIdle(plan))
    return { result: { kind: 'unchanged' }, message: null, run: null, shape };
  // Only what calls the service is a run that a revert is about.
  const noting = { whenLocked: (run: string) => note(claimed, run, parts) };
  const result = await reconciler.apply(plan, plan.calls.length > 0 ? noting : {});
  const ran = { ...judgedApply(result), run: result.run, shape };
  // A call that the reverted runs left open has an outcome only now.
  const rest = source.runs !== null && result.settled > 0 ? shapeIn(await planSource(source, reconciler)) : undefined;
  if (rest === undefined || approvesItself(rest) || !ENDED_WELL.has(ran.result.kind)) return ran;
  return { ...moved(rest.shape), run: result.run, shape: rest.shape };
}

/** Milliseconds for which a database that is away is asked again, while the lock on the ledger is held. */
const NOTING_MS = 10_000;

const ENDED_WELL: ReadonlySet<Ran['result']['kind']> = new Set(['applied', 'unchanged']);

function moved(shape: string): Judged {
  return { result: { kind: 'moved' }, message: `Its plan is now in cluster ${shape}, which is not approved.` };
}

/** Throws LedgerError `ledger-lock-lost` if another worker has the account by now. No call was sent then. */
async function note(claimed: BegunRow, run: string, { database, clock }: Reconciling): Promise<void> {
  const until = clock.elapsed() + NOTING_MS;
  const isKept = () => clock.elapsed() < until;
  const noted = await insisting({ isKept }, clock, () => database.query(noteRun(claimed, run)));
  if (noted.length > 0) return;
  throw new LedgerError('ledger-lock-lost', `Account ${claimed.hub_id} was given to another worker.`, {
    hint: 'Nothing was written. The other worker runs the account.',
  });
}

interface Fresh {
  readonly claimed: BegunRow;
  readonly plan: Plan;
  readonly fresh: Shape;
}

/**
 * Returns true for an empty or approved plan, and for a rest of the approved plan. A rest remains after a run that was stopped, or after
 * another account changed the app that both have.
 */
async function isApproved({ claimed, plan, fresh }: Fresh, database: Database): Promise<boolean> {
  if (approvesItself(fresh)) return true;
  const { rollout, hub_id, shape } = claimed;
  if (fresh.standing === 'blocked') return false;
  const [same] = await database.query(readSample(rollout, fresh.shape));
  if (same?.approved) return true;
  const [whole] = await database.query(readSample(rollout, shape));
  if (whole?.approved !== true) return false;
  const begun = await database.query(readBegun(rollout, hub_id));
  return isLeftOf(plan, JSON.parse(whole.sample), { appOf: appOfResource, isBegun: begun.length > 0 });
}

/**
 * Returns `1 of 2 changes was made or begun.`, counted over all runs of the rollout. Returns undefined if there is no such change.
 * Resources of an app do not count.
 */
async function halfChanged(
  { rollout, hub_id, shape }: Pick<BegunRow, 'hub_id' | 'rollout' | 'shape'>,
  database: Database,
): Promise<string | undefined> {
  const calls = await readCalls(database, rollout, hub_id);
  const [whole] = calls.length === 0 ? [] : await database.query(readSample(rollout, shape));
  if (whole === undefined) return undefined;
  const plan: Plan = JSON.parse(whole.sample);
  const done = new Set(calls.flatMap(({ covers }) => covers));
  const planned = [...new Set(plan.calls.flatMap(({ covers }) => covers))].filter((address) => !appOfResource(address));
  const made = planned.filter((address) => done.has(address)).length;
  if (made === 0) return undefined;
  const changes = planned.length === 1 ? '1 change' : `${planned.length} changes`;
  return `${made} of ${changes} ${made === 1 ? 'was' : 'were'} made or begun.`;
}
