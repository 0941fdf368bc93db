/** One attempt to apply: reads what is approved, plans, and makes the plan if all of it still holds once the ledger is locked. */

import { type LedgerError, StalePlanError, type UnsafePlanError } from '../errors.ts';
import { type ApplyOptions, planDigest, type Reconciler } from '../index.ts';
import type { ApplyResult } from '../model/outcome.ts';
import type { Plan } from '../model/plan.ts';
import { commandData } from '../report/escape.ts';
import { isEmpty } from '../report/text/counts.ts';
import { appliedPolicy } from './applied-policy.ts';
import { approvedDigest, fittingDigest } from './approved.ts';
import { requireCurrent } from './current.ts';
import { requireNotHeld } from './held-back.ts';
import { heldAfter, heldFor } from './held-policies.ts';
import { isBusy } from './lock-wait.ts';
import { policiesOf } from './policies.ts';
import { policyBases } from './policy-bases.ts';
import type { PolicyChanges } from './policy-changes.ts';
import { type Reviewed, reviewedFor } from './reviewed.ts';
import { planOptions, type Run } from './run.ts';
import { settleReviewed } from './settle.ts';
import { takenOverText } from './taken-over.ts';
import { unreviewed } from './unreviewed.ts';

export interface Planned {
  readonly plan: Plan;
  /** As of when it was planned. */
  readonly reviewed: Reviewed;
}

export type Made = Planned &
  (
    | { readonly digest: string | undefined; readonly result: ApplyResult | undefined }
    | {
        readonly error: StalePlanError | UnsafePlanError;
        /** Set where it is what refuses. */
        readonly policy?: PolicyChanges;
      }
  );

/** A LedgerError may not occur on a later attempt; every other error except StalePlanError is thrown. */
export async function attempt(run: Run, account: string, reconciler: Reconciler): Promise<Made | LedgerError> {
  let planned: Planned | undefined;
  try {
    const reviewed = await reviewedFor(run, account, reconciler, await requireCurrent(run));
    warn(run, reviewed.notices);
    await settleReviewed(run, account, reconciler, reviewed);
    const plan = await reconciler.plan(planOptions(run));
    planned = { plan, reviewed };
    await requireNotHeld(account, reconciler, plan, reviewed);
    const digest = await approvedDigest(reconciler, plan, reviewed);
    const policies = policiesOf(run, reconciler, plan);
    const holding = await heldFor(run, { reconciler, plan }, { ...reviewed, waiting: reviewed.merged });
    const { held, heldUnknown } = holding;
    const bases = await policyBases(run, policies, { ...holding, merged: reviewed.merged });
    const known = { held: bases.after, isFirst: held.length === 0, before: bases.before, heldUnknown };
    planned = { plan, reviewed: { ...reviewed, ...known } };
    const decided = { ...reviewed, ...(await heldAfter(run, policies, bases.after, heldUnknown)) };
    const taken = await takenOverText(run, account, { reconciler, plan, policies, before: bases.after });
    if (nothingToDo(run, plan, digest)) {
      await notify(run, taken);
      return { plan, reviewed: decided, digest, result: undefined };
    }
    if (!isEmpty(plan) && digest === undefined && run.inputs.review === 'required')
      return { ...planned, error: unreviewed(account, reviewed) };
    const about = { reconciler, ...planned, digest, bases, policies };
    const policy = isEmpty(plan) ? undefined : await appliedPolicy(run, account, about);
    if (policy?.refusal !== undefined) return { ...planned, error: policy.refusal, policy };
    await notify(run, taken === '' ? (policy?.notice ?? '') : taken);
    const whenLocked = () => requireStill(run, account, about);
    return {
      ...{ plan, reviewed: decided, digest },
      result: await reconciler.apply(plan, { ...applyOptions(run, plan, digest), whenLocked }),
    };
  } catch (error) {
    if (error instanceof StalePlanError && planned !== undefined) return { ...planned, error };
    if (isBusy(error)) return error;
    throw error;
  }
}

interface Compared {
  readonly reconciler: Reconciler;
  readonly plan: Plan;
  readonly reviewed: Reviewed;
  readonly digest: string | undefined;
}

/** Planning and waiting for the lock take their time: what holds now decides. Throws OvertakenError, StalePlanError, UnsafePlanError. */
async function requireStill(
  run: Run,
  account: string,
  { reconciler, plan, reviewed, digest }: Compared,
): Promise<void> {
  const head = await requireCurrent(run);
  if (isEmpty(plan) || digest === undefined || reviewed.given !== undefined) return;
  const now = await reviewedFor(run, account, reconciler, head);
  if ((await fittingDigest(reconciler, plan, now)) === undefined) throw unreviewed(account, now);
}

/**
 * What is already in sync is recorded in the ledger only by a requested run. If something was reviewed and nothing is left
 * of it, a run that died may have left a lock and a journal: applying the empty plan clears them.
 */
function nothingToDo({ inputs }: Run, plan: Plan, digest: string | undefined): boolean {
  const { hostChange, doubtful, moved, renamed } = plan;
  const notes = [hostChange, doubtful, moved, renamed].some((note) => note !== undefined);
  if (!isEmpty(plan) || plan.open !== undefined || notes) return false;
  if (digest !== undefined && digest !== planDigest(plan)) return false;
  return plan.adopt.length === 0 || (digest === undefined && inputs.review === 'required');
}

function applyOptions({ inputs }: Run, plan: Plan, digest: string | undefined): ApplyOptions {
  return {
    saved: digest !== undefined,
    // An empty plan only records in the ledger what is already in sync, without any call: there is nothing to compare.
    ...(digest === undefined || isEmpty(plan) ? {} : { reviewed: digest }),
    skipBlocked: inputs['skip-blocked'],
    concurrency: inputs.concurrency,
  };
}

async function notify({ step }: Run, notice: string): Promise<void> {
  if (notice !== '') await step.summary(`${notice}\n\n`);
}

function warn({ step }: Run, notices: readonly string[]): void {
  step.annotate(notices.map((text) => `::warning title=approval-ignored::${commandData(text)}`));
}
