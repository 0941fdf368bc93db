/** What an apply reports: the outcome and what to do next, or why it failed. */

import { planDigest } from '../index.ts';
import { type ApplyResult, isAllLeftOut } from '../model/outcome.ts';
import type { Plan } from '../model/plan.ts';
import { markdownText } from '../report/escape.ts';
import { EXIT, exitOfApply, exitOfPlan } from '../report/exit.ts';
import { hostMarkdown } from '../report/host-notice.ts';
import { outcomeHtml } from '../report/html/outcome.ts';
import { COMMENT_LIMIT, outcomeMarkdownWithin } from '../report/markdown/limit.ts';
import { isEmpty } from '../report/text/counts.ts';
import { outcomeText } from '../report/text/outcome.ts';
import { keepAllowed } from './allowed-policy.ts';
import { COMMENT_FRAME, writeComment } from './comment.ts';
import type { FailureText } from './failure.ts';
import { save } from './files.ts';
import { tellOpenPulls } from './open-pulls.ts';
import { numbered, pullOf, type Reviewed } from './reviewed.ts';
import type { Run } from './run.ts';
import { planPage, showPlan, summaryLimit, textStyle } from './show.ts';
import { goesByReview, isTakenBack, type Reach, useUp } from './use-up.ts';

/** Bytes that a notice above a plan or an outcome takes. */
const NOTICE = 4000;

const TARGETED =
  'Only what the input target names was applied. The rest stays merged and not yet applied, and needs a review of its own.';

interface Applied {
  readonly plan: Plan;
  /** What it was applied as. */
  readonly digest: string | undefined;
  readonly result: ApplyResult;
  readonly reviewed: Reviewed;
  /** What of the files is in the account, if nothing of the plan is left, and which runs wrote it. */
  readonly reach: Reach;
}

/** What is merged is in the account, whoever put it there. */
export async function reportNothing(
  run: Run,
  account: string,
  plan: Plan,
  { reviewed, reach }: Pick<Applied, 'reviewed' | 'reach'>,
): Promise<void> {
  await showPlan(run, plan, { isOffered: true });
  await save(run, 'reportFile', account, () => planPage(run, plan));
  if (exitOfPlan(plan, false) === EXIT.done) await useUpAll(run, reviewed, reach);
}

/** An approval is used up once everything is applied: if the account changes back, the plan needs a new review. */
export async function reportOutcome(run: Run, account: string, applied: Applied): Promise<void> {
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
  if (isDone) await useUpAll(run, reviewed, reach);
  if (run.inputs.comment && result.changed) await tellOpenPulls(run, account, plan, reviewed.pulls);
}

async function useUpAll(run: Run, reviewed: Reviewed, reach: Reach): Promise<void> {
  await useUp(run, reviewed, reach);
  if (reach.isWhole) await keepAllowed(run, reviewed);
}

/** The service, if it is another one; what an earlier run did, and what to do about what was not applied. */
function notesOf(run: Run, { plan, digest, result, reviewed, reach }: Applied): string {
  const host = hostMarkdown(plan, 'action');
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
    ...mergedNotes(run, reviewed, reach),
    ...(reach.isWhole ? [] : [TARGETED]),
    ...(allLeftOut ? ['**Nothing was applied: every change is blocked.**'] : []),
    ...(partly
      ? [uncertain > 0 || result.changed ? '**Not everything was applied.**' : '**Nothing was applied.**']
      : []),
    ...(uncertain > 0 ? ['Settle the uncertain changes first, as described in the table.'] : []),
    ...(partly ? [again] : []),
    ...(conflict > 0
      ? ['The changes with status conflict changed in the account: they need a new plan and a new approval.']
      : []),
    ...reviewed.notices.map(markdownText),
  ];
  const parts = [host, notes.length === 0 ? '' : `> ${notes.join(' ')}`];
  return parts.map((part) => (part === '' ? '' : `${part}\n\n`)).join('');
}

/** Which pull requests it was for. */
function mergedNotes(run: Run, reviewed: Reviewed, { runs }: Reach): readonly string[] {
  const { pulls, superseded } = reviewed;
  if (!goesByReview(run, reviewed)) return pulls.length > 1 ? [`Merged before this run: ${numbered(pulls)}.`] : [];
  const back = reviewed.merged.filter((one) => isTakenBack(one, reviewed, runs)).map(({ pull }) => pull.number);
  const together = pulls.filter((pull) => !back.includes(pull));
  return [
    ...(together.length > 1 ? [`Applied together: ${numbered(together)}.`] : []),
    ...back.map(
      (pull) =>
        `Superseded: #${pull}. ${markdownText(superseded.get(pull) ?? '')} What is still wanted of it needs a new pull request.`,
    ),
  ];
}

/** What was reviewed stays approved: the failure may not occur when the job runs again. */
export async function commentApplyFailure(run: Run, account: string, { top, message }: FailureText): Promise<void> {
  if (!run.inputs.comment) return;
  const pull = await pullOf(run);
  if (pull === undefined) return;
  const text = `${top}### Apply for this account failed\n\n${message}`;
  await writeComment(run, run.host(), pull, { account, digest: 'keep', commit: run.event.sha, text });
}

function approvedIn({ merged }: Reviewed, number: number): string | undefined {
  return merged.find(({ pull }) => pull.number === number)?.approval?.digest;
}
