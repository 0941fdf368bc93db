/** `command: apply`: makes exactly the reviewed changes, identified by digests of a fresh plan, or none. */

import { LedgerError, StalePlanError, UnsafePlanError } from '../errors.ts';
import { type ApplyOptions, type LedgerStore, planDigest, type Reconciler } from '../index.ts';
import { versionOf } from '../model/ledger.ts';
import type { ApplyResult } from '../model/outcome.ts';
import type { Plan } from '../model/plan.ts';
import { commandData } from '../report/escape.ts';
import { EXIT, exitOfApply, exitOfError, exitOfPlan } from '../report/exit.ts';
import { isEmpty } from '../report/text/counts.ts';
import { approvedDigest, fittingDigest, settleReviewed } from './approved.ts';
import { baseBefore } from './base-commit.ts';
import { requireCurrent } from './current.ts';
import { reporting } from './failure.ts';
import { pathOf } from './files.ts';
import { mergedPolicy } from './merged-policy.ts';
import { type PolicyChanges, policyChanges } from './policy-changes.ts';
import { reportNothing, reportOutcome } from './report-apply.ts';
import { reportRefused } from './report-refused.ts';
import { type AccountResult, planNumbers } from './result.ts';
import { type Reviewed, reviewedFor } from './reviewed.ts';
import { planOptions, type Run } from './run.ts';
import { reachOf } from './use-up.ts';

export async function applyAccount(
  run: Run,
  account: string,
  reconciler: Reconciler,
  ledger: LedgerStore,
): Promise<AccountResult> {
  const made = await planAndApply(run, account, reconciler, ledger);
  const { plan, reviewed } = made;
  const about = {
    account,
    digest: planDigest(plan),
    ...planNumbers(plan),
    ...pathOf(run, 'reportFile', account),
  };
  if ('error' in made) {
    const result = { ...about, conclusion: 'failed', exit: exitOfError(made.error) } as const;
    const policy = async () => made.policy ?? policyChanges(await against(run, reviewed), account, reconciler, plan);
    return reporting(run, result, () => reportRefused(run, account, plan, { reviewed, error: made.error, policy }));
  }
  if (made.result === undefined) {
    const exit = exitOfPlan(plan, false);
    const result = { ...about, conclusion: exit === EXIT.done ? 'passed' : 'failed', exit } as const;
    return reporting(run, result, async () =>
      reportNothing(run, account, plan, { reviewed, reach: await reachOf(run, reconciler, reviewed, true) }),
    );
  }
  const done = made.result;
  const exit = exitOfApply(done);
  const { applied, accepted, skipped, failed, conflict, uncertain } = done.summary;
  const counts = { ...about.counts, applied, accepted, skipped, failed, conflict, uncertain };
  const result = { ...about, counts, conclusion: exit === EXIT.done ? 'passed' : 'failed', exit } as const;
  return reporting(run, result, async () => {
    const reach = await reachOf(run, reconciler, reviewed, exit === EXIT.done);
    await reportOutcome(run, account, { ...made, result: done, reach });
  });
}

interface Planned {
  readonly plan: Plan;
  /** As of when it was planned. */
  readonly reviewed: Reviewed;
}

type Made = Planned &
  (
    | { readonly digest: string | undefined; readonly result: ApplyResult | undefined }
    | {
        readonly error: StalePlanError | UnsafePlanError;
        /** Set where it is what refuses. */
        readonly policy?: PolicyChanges;
      }
  );

/** Another run may write the same ledger meanwhile: then everything is read and computed again, also what is approved. */
async function planAndApply(run: Run, account: string, reconciler: Reconciler, ledger: LedgerStore): Promise<Made> {
  const until = run.clock.elapsed() + run.inputs['lock-wait'] * 1000;
  for (let tries = 1; ; tries += 1) {
    const made = await attempt(run, account, reconciler);
    const isBusy = made instanceof LedgerError;
    if (!isBusy && !('error' in made)) return made;
    // What was never reviewed is not reviewed by another run either.
    const again =
      isBusy || (made.error instanceof StalePlanError && (await ledgerChanges(reconciler, ledger, made.plan)));
    if (!again || run.clock.elapsed() > until) {
      if (isBusy) throw made;
      return made;
    }
    await run.clock.sleep(Math.min(10_000, 500 * tries), run.signal);
  }
}

/** A LedgerError may not occur on a later attempt; every other error except StalePlanError is thrown. */
async function attempt(run: Run, account: string, reconciler: Reconciler): Promise<Made | LedgerError> {
  let planned: Planned | undefined;
  try {
    const reviewed = await reviewedFor(run, account, await requireCurrent(run));
    warn(run, reviewed.notices);
    await settleReviewed(run.step, reconciler, reviewed);
    const plan = await reconciler.plan(planOptions(run));
    planned = { plan, reviewed };
    const digest = await approvedDigest(reconciler, plan, reviewed);
    if (nothingToDo(run, plan, digest)) return { ...planned, digest, result: undefined };
    if (!isEmpty(plan) && digest === undefined && run.inputs.review === 'required')
      return { ...planned, error: unreviewed(account, reviewed) };
    const about = { reconciler, plan, reviewed, digest };
    const policy = isEmpty(plan) ? undefined : await mergedPolicy(run, account, reconciler, about);
    if (policy?.refusal !== undefined) return { ...planned, error: policy.refusal, policy };
    await requirePolicy(run, account, about);
    const whenLocked = () => requireStill(run, account, about);
    return {
      ...planned,
      digest,
      result: await reconciler.apply(plan, { ...applyOptions(run, plan, digest), whenLocked }),
    };
  } catch (error) {
    if (error instanceof StalePlanError && planned !== undefined) return { ...planned, error };
    if (error instanceof LedgerError && (error.code === 'ledger-locked' || error.code === 'ledger-busy')) return error;
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
  const now = await reviewedFor(run, account, head);
  if ((await fittingDigest(reconciler, plan, now)) === undefined) throw unreviewed(account, now);
}

/** What a pull request was merged with passed this when it was planned; a push without one did not. Throws UnsafePlanError. */
async function requirePolicy(run: Run, account: string, about: Compared): Promise<void> {
  const { reconciler, plan, reviewed, digest } = about;
  if (isEmpty(plan) || (reviewed.given === undefined && reviewed.pulls.length > 0 && digest !== undefined)) return;
  const { notice, refusal } = await policyChanges(await against(run, reviewed), account, reconciler, plan);
  if (notice !== '') await run.step.summary(`${notice}\n\n`);
  if (refusal !== undefined) throw refusal;
}

/** A run that is no change itself is compared with the newest merge whose plan passed this, so that no push after it goes by unseen. */
async function against(run: Run, { passed }: Reviewed): Promise<Run> {
  const isApproved = passed !== undefined && passed === run.checkout.commit;
  if (!isApproved && (run.event.pull !== undefined || (await run.base()).state !== 'none')) return run;
  const base = baseBefore(run, passed);
  return { ...run, base: () => base };
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

function unreviewed(
  account: string,
  { isUsed, superseded, pulls: [pull] }: Reviewed,
): StalePlanError | UnsafePlanError {
  if (isUsed) {
    return new StalePlanError(
      'approval-used',
      `The plan of #${pull} for ${account} was applied already: its approval is used up.`,
      {
        hint: 'The files or the account changed since then. Open a new pull request, or specify the plan with the input digest.',
      },
    );
  }
  if (superseded.size > 0) {
    return new StalePlanError(
      'approval-superseded',
      `What was reviewed for ${account} approves nothing any more: the branch has changed since.`,
      { hint: 'Open a new pull request, or specify the plan with the input digest.' },
    );
  }
  return new UnsafePlanError(`No reviewed plan for ${account} was found, so nothing is applied.`, [], {
    hint: 'Apply the plan of a pull request, specify a plan with the input digest or plan-file, or set review: none.',
  });
}

function warn({ step }: Run, notices: readonly string[]): void {
  step.annotate(notices.map((text) => `::warning title=approval-ignored::${commandData(text)}`));
}
