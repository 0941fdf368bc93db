/**
 * `command: apply`: makes exactly the reviewed changes at the tip of the default branch, or none. The order: tip, review, open calls of an
 * earlier run, fresh plan, policy in force, writes, reports.
 */

import { defined } from '../contract/defined.ts';
import { type PolicyError, StalePlanError } from '../errors.ts';
import { planDigest, type Reconciler } from '../index.ts';
import type { Plan } from '../model/plan.ts';
import { EXIT, exitOfApply, exitOfError, exitOfPlan } from '../report/exit.ts';
import { isEmpty, recordsSomething } from '../report/text/counts.ts';
import { reporting } from './failure.ts';
import { pathOf } from './files.ts';
import { whenFree } from './lock-wait.ts';
import { inForceAfter, judge } from './policy.ts';
import { reportApplied } from './report-applied.ts';
import { reportNotApplied } from './report-not-applied.ts';
import { type AccountResult, planNumbers } from './result.ts';
import { type Applied, type Fitting, fittingOf, type Planned, reviewedOf } from './reviewed.ts';
import { planOptions, type Run } from './run.ts';
import { requireTip } from './tip.ts';

type Attempt = Applied | (Planned & { readonly error: StalePlanError | PolicyError });

export async function applyAccount(run: Run, account: string, reconciler: Reconciler): Promise<AccountResult> {
  const made = await whenFree(run, () => attempt(run, account, reconciler));
  const { plan } = made;
  const about = { account, digest: planDigest(plan), ...planNumbers(plan), ...pathOf(run, 'reportFile', account) };
  if ('error' in made) {
    const { error } = made;
    const result: AccountResult = { ...about, conclusion: 'failed', exit: exitOfError(error) };
    return reporting(run, result, () => reportNotApplied(run, account, { ...made, error }));
  }
  const exit = made.result === undefined ? exitOfPlan(plan, false) : exitOfApply(made.result);
  const { applied, accepted, skipped, failed, conflict, uncertain } = made.result?.summary ?? NOTHING_MADE;
  const counts = { ...about.counts, applied, accepted, skipped, failed, conflict, uncertain };
  const result: AccountResult = { ...about, counts, conclusion: exit === EXIT.done ? 'passed' : 'failed', exit };
  return reporting(run, result, async () => {
    // The report first: if it fails, the record is not used up, and running the job again reports.
    await reportApplied(run, account, made);
    await keepInForce(run, reconciler, made);
  });
}

const NOTHING_MADE = { applied: 0, accepted: 0, skipped: 0, failed: 0, conflict: 0, uncertain: 0 };

/** Throws LedgerError and StalePlanError `ledger-changed` where a later attempt may pass, and OvertakenError. */
async function attempt(run: Run, account: string, reconciler: Reconciler): Promise<Attempt> {
  const tip = await requireTip(run);
  const whenLocked = async () => void (await requireTip(run, tip.branch));
  const reviewed = await reviewedOf(run, account, tip);
  // Open calls of an earlier run are settled first. Until then, the rest of its plan cannot be recognized.
  const known = reviewed.given ?? reviewed.record?.plan;
  if (known !== undefined) await reconciler.recover(known, { whenLocked });
  const plan = await reconciler.plan(planOptions(run));
  const planned = { plan, reviewed, judged: await judge(run, account, reconciler, plan) };
  const fitting = await fittingOf(run, reconciler, plan, reviewed).catch((error: unknown) => {
    if (error instanceof StalePlanError) return error;
    throw error;
  });
  if (fitting instanceof StalePlanError) return { ...planned, error: fitting };
  const { refusal } = planned.judged;
  if (refusal !== undefined) return { ...planned, error: refusal };
  if (isIdle(plan)) return { ...planned, ...fitting, result: undefined, isComplete: isWhole(run, plan) };
  try {
    const result = await reconciler.apply(plan, { ...applyOptions(run, plan, fitting), whenLocked });
    const isComplete = exitOfApply(result) === EXIT.done && isWhole(run, plan);
    return { ...planned, ...fitting, result, isComplete };
  } catch (error) {
    if (error instanceof StalePlanError && error.code !== 'ledger-changed') return { ...planned, error };
    throw error;
  }
}

/** The account has everything: there is nothing to record either. */
function isIdle(plan: Plan): boolean {
  return isEmpty(plan) && !recordsSomething(plan) && plan.open === undefined;
}

function isWhole({ inputs }: Run, plan: Plan): boolean {
  return inputs.target.length === 0 && plan.complete && plan.summary.blocked === 0;
}

function applyOptions({ inputs }: Run, plan: Plan, { digest }: Fitting) {
  return {
    saved: digest !== undefined,
    // An empty plan only adds records of resources in sync, so there is nothing to compare.
    ...defined({ reviewed: isEmpty(plan) ? undefined : digest }),
    skipBlocked: inputs['skip-blocked'],
    concurrency: inputs.concurrency,
  };
}

/** Without reviews, a complete apply is enough to put the policy of the files in force. */
async function keepInForce(run: Run, { ledger }: Reconciler, made: Applied): Promise<void> {
  const { plan, judged, record, isComplete } = made;
  const isTaken = isComplete && (run.inputs.review === 'none' || record?.policy === judged.digest);
  // A record of an empty plan approves nothing and is never used up.
  const isUsed = isComplete && (!isEmpty(plan) || (record?.plan !== undefined && record.plan !== planDigest(plan)));
  const next = inForceAfter(judged, { isTaken, applied: isUsed ? run.checkout.commit : undefined });
  if (next !== undefined) await whenFree(run, () => ledger.putInForce(next, judged.inForce));
}
