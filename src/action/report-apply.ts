/** What an apply tells: the outcome and what to do next, a plan that was not the reviewed one, or why it failed. */

import type { StalePlanError } from '../errors.ts';
import { planDigest } from '../index.ts';
import { type ApplyResult, isAllLeftOut } from '../model/outcome.ts';
import type { Plan } from '../model/plan.ts';
import { EXIT, exitOfApply } from '../report/exit.ts';
import { outcomeHtml } from '../report/html/outcome.ts';
import { COMMENT_LIMIT, outcomeMarkdownWithin } from '../report/markdown/limit.ts';
import { isEmpty } from '../report/text/counts.ts';
import { outcomeText } from '../report/text/outcome.ts';
import { COMMENT_FRAME, writeComment } from './comment.ts';
import { reportError } from './failure.ts';
import { save } from './files.ts';
import { pullOf, type Reviewed } from './reviewed.ts';
import type { Run } from './run.ts';
import { planForComment, planPage, showPlan, summaryLimit, textStyle } from './show.ts';

/** Bytes that a notice above a plan or an outcome takes. */
const NOTICE = 2000;

interface Applied {
  readonly plan: Plan;
  readonly result: ApplyResult;
  readonly reviewed: Reviewed;
}

export async function reportNothing(run: Run, account: string, plan: Plan): Promise<void> {
  await showPlan(run, plan);
  await save(run, 'reportFile', account, () => planPage(run, plan));
}

/** An approval is used up once everything is applied: if the account changes back, the plan needs a new review. */
export async function reportOutcome(run: Run, account: string, applied: Applied): Promise<void> {
  const { plan, result, reviewed } = applied;
  await showPlan(run, plan);
  run.step.log(outcomeText(result, textStyle(run)));
  await save(run, 'reportFile', account, () => outcomeHtml(result, 'action'));
  const notes = notesOf(applied);
  await run.step.summary(notes + outcomeMarkdownWithin(result, summaryLimit(run) - NOTICE, 'action').text);
  if (!run.inputs.comment || reviewed.pull === undefined) return;
  await writeComment(run, run.host(), reviewed.pull, {
    account,
    digest: exitOfApply(result) === EXIT.done ? 'spent' : 'keep',
    commit: run.event.sha,
    text: notes + outcomeMarkdownWithin(result, COMMENT_LIMIT - COMMENT_FRAME - NOTICE, 'action').text,
  });
}

/** What an earlier run did, and what to do about what was not applied. */
function notesOf({ plan, result, reviewed: { digest } }: Applied): string {
  const { conflict, uncertain } = result.summary;
  const left = digest !== undefined && planDigest(plan) !== digest;
  const allLeftOut = isAllLeftOut(result);
  const partly = exitOfApply(result) !== EXIT.done && !allLeftOut;
  const again =
    digest === undefined
      ? 'Run this job again: it creates a new plan and applies it.'
      : 'Run this job again: it applies what is left of the reviewed plan, and nothing else.';
  const notes = [
    ...(left && isEmpty(plan) ? ['Nothing of the reviewed plan was left to apply.'] : []),
    ...(left && !isEmpty(plan)
      ? ['This is the rest of the reviewed plan; an earlier run applied the other changes.']
      : []),
    ...(allLeftOut ? ['**Nothing was applied: every change is blocked.**'] : []),
    ...(partly
      ? [uncertain > 0 || result.changed ? '**Not everything was applied.**' : '**Nothing was applied.**']
      : []),
    ...(uncertain > 0 ? ['Settle the uncertain changes first, as described in the table.'] : []),
    ...(partly ? [again] : []),
    ...(conflict > 0
      ? ['The changes with status conflict changed in the account: they need a new plan and a new approval.']
      : []),
  ];
  return notes.length === 0 ? '' : `> ${notes.join(' ')}\n\n`;
}

/** The reviewed digest stays: a fresh plan in the comment is shown, but running the job again does not approve it. */
export async function reportStale(
  run: Run,
  account: string,
  plan: Plan,
  { reviewed, error }: { readonly reviewed: Reviewed; readonly error: StalePlanError },
): Promise<void> {
  reportError(run.step, error);
  const elsewhere = await showPlan(run, plan);
  await save(run, 'reportFile', account, () => planPage(run, plan));
  if (!run.inputs.comment || reviewed.pull === undefined) return;
  const notice = [
    '> **Not applied: the plan no longer matches the reviewed plan.** Nothing was written. The files or the account changed since',
    `> the review (\`${error.code}\`); the current plan follows. Review it in a new pull request, or run apply manually with`,
    `> \`digest: ${planDigest(plan)}\`.`,
  ].join('\n');
  const text = `${notice}\n\n${planForComment(run, plan, { elsewhere, taken: NOTICE }).text}`;
  await writeComment(run, run.host(), reviewed.pull, { account, digest: 'keep', commit: run.event.sha, text });
}

/** What was reviewed stays approved: the failure may not occur when the job runs again. */
export async function commentApplyFailure(run: Run, account: string, message: string): Promise<void> {
  if (!run.inputs.comment) return;
  const pull = await pullOf(run);
  if (pull === undefined) return;
  const text = `### Apply for this account failed\n\n${message}`;
  await writeComment(run, run.host(), pull, { account, digest: 'keep', commit: run.event.sha, text });
}
