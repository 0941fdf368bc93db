/** `command: apply`: makes exactly the reviewed changes, identified by the digest of a fresh plan, or none. */

import { LedgerError, StalePlanError, UnsafePlanError } from '../errors.ts';
import { type ApplyOptions, type LedgerStore, planDigest, type Reconciler } from '../index.ts';
import { versionOf } from '../model/ledger.ts';
import type { ApplyResult } from '../model/outcome.ts';
import type { Plan } from '../model/plan.ts';
import { EXIT, exitOfApply, exitOfPlan } from '../report/exit.ts';
import { isEmpty } from '../report/text/counts.ts';
import { reporting } from './failure.ts';
import { pathOf } from './files.ts';
import { reportNothing, reportOutcome, reportStale } from './report-apply.ts';
import { type AccountResult, planNumbers } from './result.ts';
import { type Reviewed, reviewedFor } from './reviewed.ts';
import { planOptions, type Run } from './run.ts';

export async function applyAccount(
  run: Run,
  account: string,
  reconciler: Reconciler,
  ledger: LedgerStore,
): Promise<AccountResult> {
  const reviewed = await reviewedFor(run, account);
  const made = await planAndApply(run, account, reconciler, { ledger, reviewed });
  const { plan } = made;
  const about = {
    account,
    digest: planDigest(plan),
    ...planNumbers(plan),
    ...pathOf(run, 'reportFile', account),
  };
  if ('error' in made) {
    const result = { ...about, conclusion: 'failed', exit: EXIT.stale } as const;
    return reporting(run, result, () => reportStale(run, account, plan, { reviewed, error: made.error }));
  }
  if (made.result === undefined) {
    const exit = exitOfPlan(plan, false);
    const result = { ...about, conclusion: exit === EXIT.done ? 'passed' : 'failed', exit } as const;
    return reporting(run, result, () => reportNothing(run, account, plan));
  }
  const done = made.result;
  const exit = exitOfApply(done);
  const { applied, accepted, skipped, failed, conflict, uncertain } = done.summary;
  const counts = { ...about.counts, applied, accepted, skipped, failed, conflict, uncertain };
  const result = { ...about, counts, conclusion: exit === EXIT.done ? 'passed' : 'failed', exit } as const;
  return reporting(run, result, () => reportOutcome(run, account, { plan, result: done, reviewed }));
}

type Made =
  | { readonly plan: Plan; readonly result: ApplyResult | undefined }
  | { readonly plan: Plan; readonly error: StalePlanError };

interface Given {
  readonly ledger: LedgerStore;
  readonly reviewed: Reviewed;
}

/** Another run may write the same ledger meanwhile: then everything is computed again, including the comparison. */
async function planAndApply(run: Run, account: string, reconciler: Reconciler, given: Given): Promise<Made> {
  const until = run.clock.elapsed() + run.inputs['lock-wait'] * 1000;
  for (let tries = 1; ; tries += 1) {
    const made = await attempt(run, account, reconciler, given.reviewed);
    const isBusy = made instanceof LedgerError;
    if (!isBusy && !('error' in made)) return made;
    const again = isBusy || (await ledgerChanges(reconciler, given.ledger, made.plan));
    if (!again || run.clock.elapsed() > until) {
      if (isBusy) throw made;
      return made;
    }
    await run.clock.sleep(Math.min(10_000, 500 * tries), run.signal);
  }
}

/** A LedgerError may not occur on a later attempt; every other error except StalePlanError is thrown. */
async function attempt(
  run: Run,
  account: string,
  reconciler: Reconciler,
  reviewed: Reviewed,
): Promise<Made | LedgerError> {
  let plan: Plan | undefined;
  try {
    // What a run of it left open is settled first: until then, the plan cannot be recognized as the rest.
    if (reviewed.digest !== undefined) await reconciler.recover(reviewed.digest);
    plan = await reconciler.plan(planOptions(run));
    if (nothingToDo(run, plan, reviewed)) return { plan, result: undefined };
    return { plan, result: await reconciler.apply(plan, applyOptions(run, account, plan, reviewed)) };
  } catch (error) {
    if (error instanceof StalePlanError && plan !== undefined) return { plan, error };
    if (error instanceof LedgerError && (error.code === 'ledger-locked' || error.code === 'ledger-busy')) return error;
    throw error;
  }
}

/**
 * What is already in sync is recorded in the ledger only by a requested run. If something was reviewed and nothing is left
 * of it, a run that died may have left a lock and a journal: applying the empty plan clears them.
 */
function nothingToDo({ inputs }: Run, plan: Plan, { digest }: Reviewed): boolean {
  const notes = plan.hostChange !== undefined || plan.doubtful !== undefined || plan.moved !== undefined;
  if (!isEmpty(plan) || plan.open !== undefined || notes) return false;
  if (digest !== undefined && digest !== planDigest(plan)) return false;
  return plan.adopt.length === 0 || (digest === undefined && inputs.review === 'required');
}

/** Throws UnsafePlanError if it needs a review and has none. */
function applyOptions({ inputs }: Run, account: string, plan: Plan, { digest }: Reviewed): ApplyOptions {
  if (!isEmpty(plan) && digest === undefined && inputs.review === 'required') throw unreviewed(account);
  return {
    saved: digest !== undefined,
    // An empty plan only records in the ledger what is already in sync, without any call: there is nothing to compare.
    ...(digest === undefined || isEmpty(plan) ? {} : { reviewed: digest }),
    skipBlocked: inputs['skip-blocked'],
    concurrency: inputs.concurrency,
  };
}

/** Whether the ledger is being written, or was written since the plan was created. */
async function ledgerChanges(reconciler: Reconciler, ledger: LedgerStore, plan: Plan): Promise<boolean> {
  try {
    const lock = await ledger.lock('a check for another run');
    await lock.release();
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'ledger-locked') return true;
    throw error;
  }
  return plan.fingerprint.ledger !== versionOf(await reconciler.ledger.read());
}

function unreviewed(account: string): UnsafePlanError {
  return new UnsafePlanError(`No reviewed plan for ${account} was found, so nothing is applied.`, [], {
    hint: 'Apply the plan of a pull request, specify a plan with the input digest or plan-file, or set review: none.',
  });
}
