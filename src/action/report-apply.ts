/** What an apply reports: the outcome and what to do next, or why it failed. */

import type { Reconciler } from '../index.ts';
import { EXIT, exitOfApply, exitOfPlan } from '../report/exit.ts';
import { outcomeHtml } from '../report/html/outcome.ts';
import { COMMENT_LIMIT, outcomeMarkdownWithin } from '../report/markdown/limit.ts';
import { outcomeText } from '../report/text/outcome.ts';
import { COMMENT_FRAME, isCommented, writeComment } from './comment.ts';
import type { FailureText } from './failure.ts';
import { save } from './files.ts';
import { keepHeld } from './held-policies.ts';
import { tellOpenPulls } from './open-pulls.ts';
import { type Applied, notesOf } from './outcome-notes.ts';
import { pullOf, type Reviewed } from './reviewed.ts';
import type { Run } from './run.ts';
import { planPage, showPlan, summaryLimit, textStyle } from './show.ts';
import { type Reach, useUp } from './use-up.ts';

/** Bytes that a notice above a plan or an outcome takes. */
const NOTICE = 4000;

/** What is merged is in the account, whoever put it there. */
export async function reportNothing(
  run: Run,
  account: string,
  reconciler: Reconciler,
  { plan, reviewed, reach }: Pick<Applied, 'plan' | 'reviewed' | 'reach'>,
): Promise<void> {
  await showPlan(run, plan, { isOffered: true });
  await save(run, 'reportFile', account, () => planPage(run, plan));
  if (exitOfPlan(plan, false) === EXIT.done) await useUpAll(run, reconciler, reviewed, reach);
}

/** An approval is used up once everything is applied: if the account changes back, the plan needs a new review. */
export async function reportOutcome(
  run: Run,
  account: string,
  reconciler: Reconciler,
  applied: Applied,
): Promise<void> {
  const { plan, result, reviewed, reach } = applied;
  await showPlan(run, plan, { isOffered: true });
  run.step.log(outcomeText(result, textStyle(run)));
  await save(run, 'reportFile', account, () => outcomeHtml(result, 'action'));
  const notes = notesOf(run, applied);
  await run.step.summary(notes + outcomeMarkdownWithin(result, summaryLimit(run) - NOTICE, 'action').text);
  const isDone = exitOfApply(result) === EXIT.done;
  for (const pull of run.inputs.comment ? reviewed.pulls : []) {
    const { text } = outcomeMarkdownWithin(result, COMMENT_LIMIT - COMMENT_FRAME - NOTICE, 'action');
    const approved = approvedIn(reviewed, pull);
    await writeComment(run, run.host(), pull, {
      account,
      ...(isDone ? { digest: undefined, shown: approved } : { digest: approved ?? 'keep' }),
      commit: run.event.sha,
      text: notes + text,
    });
  }
  // Only now: running the job again tells the outcome to those that it was not told to.
  if (isDone) await useUpAll(run, reconciler, reviewed, reach);
  if (run.inputs.comment && result.changed) await tellOpenPulls(run, account, plan, reviewed.pulls);
}

/** What holds from now on first: an approval that is used up says so as well. */
async function useUpAll(run: Run, reconciler: Reconciler, reviewed: Reviewed, reach: Reach): Promise<void> {
  if (reach.isWhole) await keepHeld(run, reconciler, reviewed);
  await useUp(run, reviewed, reach);
}

/** What was reviewed stays approved: the failure may not occur when the job runs again. */
export async function commentApplyFailure(run: Run, account: string, { top, message }: FailureText): Promise<void> {
  if (!run.inputs.comment) return;
  const pull = await pullOf(run);
  if (pull === undefined || !(await isCommented(run, pull, account))) return;
  const text = `${top}### Apply for this account failed\n\n${message}`;
  await writeComment(run, run.host(), pull, { account, digest: 'keep', commit: run.event.sha, text });
}

function approvedIn({ merged }: Reviewed, number: number): string | undefined {
  return merged.find(({ pull }) => pull.number === number)?.approval?.digest;
}
