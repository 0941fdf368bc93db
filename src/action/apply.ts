/**
 * `command: apply`: makes exactly the reviewed changes at the tip of the default branch, or none. The order: tip, review, open calls of an
 * earlier run, fresh plan, policy in force, writes, reports.
 */

import { defined } from '../contract/defined.ts';
import { LedgerError, type PolicyError, StalePlanError } from '../errors.ts';
import { planDigest, type Reconciler } from '../index.ts';
import { isAllLeftOut } from '../model/outcome.ts';
import type { Plan } from '../model/plan.ts';
import { EXIT, exitOfApply, exitOfError, exitOfPlan } from '../report/exit.ts';
import { docHtml } from '../report/html/render.ts';
import { COMMENT_LIMIT, docMarkdown } from '../report/markdown/render.ts';
import { isEmpty, recordsSomething } from '../report/text/counts.ts';
import { hostBanner } from '../report/text/host-notice.ts';
import { outcomeBrief, outcomeDoc } from '../report/text/outcome.ts';
import { docText } from '../report/text/render.ts';
import { COMMENT_FRAME } from './comment.ts';
import { reporting } from './failure.ts';
import { pathOf, save } from './files.ts';
import { closeIssue } from './issue.ts';
import { inForceAfter, judge } from './policy.ts';
import { writeApplied } from './record.ts';
import { reportNotApplied, tell } from './report-not-applied.ts';
import { type AccountResult, planNumbers } from './result.ts';
import { type Applied, type Fitting, fittingOf, type Planned, reviewedOf } from './reviewed.ts';
import { planOptions, type Run } from './run.ts';
import { planPage, showPlan, summaryLimit, textStyle } from './show.ts';
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

const LONGEST_PAUSE_MS = 10_000;

/** Repeats `work` completely until the ledger is free. Throws its error after the time limit, or if waiting cannot help. */
async function whenFree<T>({ clock, inputs, signal }: Run, work: () => Promise<T>): Promise<T> {
  const until = clock.elapsed() + inputs['lock-wait'] * 1000;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || clock.elapsed() > until) throw error;
    }
    await clock.sleep(Math.min(LONGEST_PAUSE_MS, 500 * tries), signal);
  }
}

/** True if another run has the ledger, or wrote it after the plan. */
function isBusy(error: unknown): boolean {
  if (error instanceof LedgerError) return error.code === 'ledger-locked' || error.code === 'ledger-busy';
  return error instanceof StalePlanError && error.code === 'ledger-changed';
}

/** Reports of an apply: the outcome in the log, summary, comment and check run, and the remedies for the rest. */
async function reportApplied(run: Run, account: string, applied: Applied): Promise<void> {
  const { plan, result, reviewed, isComplete } = applied;
  await showPlan(run, plan, { isOffered: true, policy: applied.judged.digest });
  if (result === undefined) {
    await save(run, 'reportFile', account, () => planPage(run, plan));
    // A run that died made the changes, and its comment still shows the plan.
    const isUntold = applied.judged.inForce?.commit !== run.checkout.commit && isRestOf(applied);
    if (isUntold && reviewed.pull !== undefined)
      await tell(run, account, reviewed.pull, { text: `### Outcome\n\n${NOTHING_LEFT}` });
  } else {
    const doc = { ...outcomeDoc(result), ...hostBanner(plan, 'action') };
    run.step.log(docText(doc, textStyle(run)));
    await save(run, 'reportFile', account, () => docHtml(doc, { now: run.clock.now(), face: 'action' }));
    const notice = buildNotice(applied);
    await run.step.summary(docMarkdown(doc, { notice, limit: summaryLimit(run), face: 'action' }));
    if (reviewed.pull !== undefined || exitOfApply(result) !== EXIT.done) {
      const text = docMarkdown(doc, { notice, limit: COMMENT_LIMIT - COMMENT_FRAME, face: 'action' });
      await tell(run, account, reviewed.pull, { digest: applied.digest, text });
    }
  }
  const isDone = result === undefined ? exitOfPlan(plan, false) === EXIT.done : exitOfApply(result) === EXIT.done;
  const [title = ''] = (result === undefined ? 'Nothing to do.' : outcomeBrief(result, textStyle(run))).split('\n');
  await writeApplied(run, account, {
    conclusion: isDone ? 'success' : 'failure',
    title,
    summary: isComplete ? 'All of this commit is in the account.' : 'Not all of this commit is in the account.',
  });
  if (isComplete && run.inputs.issue) {
    const mark = { about: 'apply', account, folder: run.folder } as const;
    await closeIssue(run, { mark, text: 'All of the default branch is applied.' });
  }
}

const NOTHING_LEFT = 'Nothing of the reviewed plan was left to apply.';

function isRestOf({ plan, digest }: Pick<Applied, 'plan' | 'digest'>): boolean {
  return digest !== undefined && planDigest(plan) !== digest;
}

/** Returns Markdown about the rest of a reviewed plan, and about changes that were not applied. */
function buildNotice({ plan, digest, result, judged }: Applied): string {
  if (result === undefined) return '';
  const { conflict, uncertain } = result.summary;
  const isRest = isRestOf({ plan, digest });
  const allLeftOut = isAllLeftOut(result);
  const partly = exitOfApply(result) !== EXIT.done && !allLeftOut;
  const notes = [
    ...(isRest && isEmpty(plan) ? [NOTHING_LEFT] : []),
    ...(isRest && !isEmpty(plan)
      ? ['This is the rest of the reviewed plan; an earlier run applied the other changes.']
      : []),
    ...(allLeftOut ? ['**Nothing was applied: every change is blocked.**'] : []),
    ...(partly
      ? [uncertain > 0 || result.changed ? '**Not everything was applied.**' : '**Nothing was applied.**']
      : []),
    ...(uncertain > 0 ? ['Settle the uncertain changes first, as described below.'] : []),
    ...(partly ? ['Run this job again: it applies the rest of the reviewed plan and nothing else.'] : []),
    ...(conflict > 0
      ? ['The changes with status conflict changed in the account: they need a new plan and a new approval.']
      : []),
  ];
  const parts = [judged.notice, notes.length === 0 ? '' : `> ${notes.join(' ')}`];
  return parts.filter((part) => part !== '').join('\n\n');
}
