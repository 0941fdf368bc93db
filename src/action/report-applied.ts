/** Reports of an apply: the outcome in the log, summary, comment and check run, and the remedies for the rest. */

import { planDigest } from '../index.ts';
import { isAllLeftOut } from '../model/outcome.ts';
import { EXIT, exitOfApply, exitOfPlan } from '../report/exit.ts';
import { hostMarkdown } from '../report/host-notice.ts';
import { docHtml } from '../report/html/render.ts';
import { COMMENT_LIMIT } from '../report/markdown/limit.ts';
import { docMarkdown } from '../report/markdown/render.ts';
import { isEmpty } from '../report/text/counts.ts';
import { outcomeBrief, outcomeDoc } from '../report/text/outcome.ts';
import { docText } from '../report/text/render.ts';
import { COMMENT_FRAME } from './comment.ts';
import { save } from './files.ts';
import { closeIssue } from './issue.ts';
import { writeApplied } from './record.ts';
import { tell } from './report-not-applied.ts';
import type { Applied } from './reviewed.ts';
import type { Run } from './run.ts';
import { planPage, showPlan, summaryLimit, textStyle } from './show.ts';

export async function reportApplied(run: Run, account: string, applied: Applied): Promise<void> {
  const { plan, result, reviewed, isComplete } = applied;
  await showPlan(run, plan, { isOffered: true, policy: applied.judged.digest });
  if (result === undefined) {
    await save(run, 'reportFile', account, () => planPage(run, plan));
    // A run that died made the changes, and its comment still shows the plan.
    const isUntold = applied.judged.inForce?.commit !== run.checkout.commit && isRestOf(applied);
    if (isUntold && reviewed.pull !== undefined)
      await tell(run, account, reviewed.pull, { text: `### Outcome\n\n${NOTHING_LEFT}` });
  } else {
    const doc = outcomeDoc(result);
    run.step.log(docText(doc, textStyle(run)));
    await save(run, 'reportFile', account, () => docHtml(doc, { now: run.clock.now(), face: 'action' }));
    const notes = notesOf(applied);
    const bytes = Buffer.byteLength(notes);
    await run.step.summary(notes + docMarkdown(doc, { limit: summaryLimit(run) - bytes, face: 'action' }));
    if (reviewed.pull !== undefined || exitOfApply(result) !== EXIT.done) {
      const text = docMarkdown(doc, { limit: COMMENT_LIMIT - COMMENT_FRAME - bytes, face: 'action' });
      await tell(run, account, reviewed.pull, { digest: applied.digest, text: notes + text });
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

/** Notes about another service, about the rest of a reviewed plan, and about changes that were not applied. */
function notesOf({ plan, digest, result, judged }: Applied): string {
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
    ...(partly ? ['Run this job again: it applies what is left of the reviewed plan, and nothing else.'] : []),
    ...(conflict > 0
      ? ['The changes with status conflict changed in the account: they need a new plan and a new approval.']
      : []),
  ];
  const parts = [hostMarkdown(plan, 'action'), judged.notice, notes.length === 0 ? '' : `> ${notes.join(' ')}`];
  return parts.map((part) => (part === '' ? '' : `${part}\n\n`)).join('');
}
