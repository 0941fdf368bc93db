/** What is said above the outcome of an apply: what it was for, and what to do about what is left. */

import { planDigest } from '../index.ts';
import { type ApplyResult, isAllLeftOut } from '../model/outcome.ts';
import type { Plan } from '../model/plan.ts';
import { markdownText } from '../report/escape.ts';
import { EXIT, exitOfApply } from '../report/exit.ts';
import { hostMarkdown } from '../report/host-notice.ts';
import { isEmpty } from '../report/text/counts.ts';
import { numbered, type Reviewed } from './reviewed.ts';
import type { Run } from './run.ts';
import { goesByReview, isTakenBack, type Reach } from './use-up.ts';

const TARGETED =
  'Only what the input target names was applied. The rest stays merged and not yet applied, and needs a review of its own.';

export interface Applied {
  readonly plan: Plan;
  /** What it was applied as. */
  readonly digest: string | undefined;
  readonly result: ApplyResult;
  readonly reviewed: Reviewed;
  /** What of the files is in the account, if nothing of the plan is left, and which runs wrote it. */
  readonly reach: Reach;
}

/** The service, if it is another one; what an earlier run did, and what to do about what was not applied. */
export function notesOf(run: Run, { plan, digest, result, reviewed, reach }: Applied): string {
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
function mergedNotes(run: Run, reviewed: Reviewed, reach: Reach): readonly string[] {
  const { pulls, superseded } = reviewed;
  if (!goesByReview(run, reviewed)) return pulls.length > 1 ? [`Merged before this run: ${numbered(pulls)}.`] : [];
  const back = reviewed.merged.filter((one) => isTakenBack(one, reviewed, reach)).map(({ pull }) => pull.number);
  const together = pulls.filter((pull) => !back.includes(pull));
  return [
    ...(together.length > 1 ? [`Applied together: ${numbered(together)}.`] : []),
    ...back.map(
      (pull) =>
        `Superseded: #${pull}. ${markdownText(superseded.get(pull) ?? '')} What is still wanted of it needs a new pull request.`,
    ),
  ];
}
