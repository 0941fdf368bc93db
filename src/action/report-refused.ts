/** What an apply reports of a plan that it does not apply: why, the plan, and how a person can apply it, if that is possible. */

import { type StalePlanError, UnsafePlanError } from '../errors.ts';
import { planDigest } from '../index.ts';
import type { Plan } from '../model/plan.ts';
import { refusalOf } from '../report/attention.ts';
import { markdownCode, markdownText, terminalLine } from '../report/escape.ts';
import { writeComment } from './comment.ts';
import { reportError } from './failure.ts';
import { save } from './files.ts';
import type { PolicyChanges } from './policy-changes.ts';
import { noticeWithin } from './policy-limits.ts';
import { numbered, type Reviewed } from './reviewed.ts';
import { accountsOf, type Run } from './run.ts';
import { planForComment, planPage, showPlan } from './show.ts';

interface Refused {
  readonly reviewed: Reviewed;
  readonly error: StalePlanError | UnsafePlanError;
  /** What of the policy is looser, which whoever gives the digest by hand should know. */
  readonly policy: () => Promise<PolicyChanges>;
}

/** What was reviewed stays approved: a fresh plan in the comment is shown, but running the job again does not approve it. */
export async function reportRefused(
  run: Run,
  account: string,
  plan: Plan,
  { reviewed, error, policy }: Refused,
): Promise<void> {
  reportError(run.step, error);
  const looser = await policy();
  const way = wayToApply(run, account, plan, looser);
  const notice = [noticeWithin(looser.notice).text, refusalNotice(way, reviewed, error, error === looser.refusal)]
    .filter((text) => text !== '')
    .join('\n\n');
  run.step.log(`${[...reviewed.superseded.values(), inLog(way)].join('\n')}\n`);
  await run.step.summary(`${notice}\n\n`);
  const elsewhere = await showPlan(run, plan, { isOffered: way.by === 'inputs' });
  await save(run, 'reportFile', account, () => planPage(run, plan));
  if (!run.inputs.comment) return;
  const { text } = planForComment(run, plan, { elsewhere, notice });
  for (const pull of reviewed.pulls) {
    const approved = reviewed.merged.find((one) => one.pull.number === pull)?.approval?.digest;
    await writeComment(run, run.host(), pull, {
      account,
      digest: approved ?? 'keep',
      digestAs: 'reviewed digest',
      commit: run.event.sha,
      text,
    });
  }
}

/** Inputs of a manual start, as lines of a workflow; or why no digest would help. */
type Way =
  | { readonly by: 'inputs'; readonly inputs: readonly string[] }
  | { readonly by: 'nothing'; readonly why: string };

/** Of several accounts, the one that it is about is named: what is allowed counts for that one alone. */
function wayToApply(run: Run, account: string, plan: Plan, { refusal }: PolicyChanges): Way {
  const { inputs } = run;
  const refused = plan.complete ? refusalOf(plan, inputs['skip-blocked']) : 'it is not complete';
  if (refused !== undefined) return { by: 'nothing', why: `This plan cannot be applied as it is: ${refused}.` };
  const policy = refusal === undefined ? [] : ['policy-changes: allow'];
  const of = accountsOf(run).length > 1 ? `${account}=` : '';
  return { by: 'inputs', inputs: [`digest: ${of}${planDigest(plan)}`, ...policy] };
}

function inLog(way: Way): string {
  if (way.by === 'nothing') return way.why;
  return ['To apply this plan, start the workflow manually with', ...way.inputs.map(terminalLine)].join('\n');
}

function refusalNotice(
  way: Way,
  { pulls, notices, superseded }: Reviewed,
  error: StalePlanError | UnsafePlanError,
  isPolicy: boolean,
): string {
  const then =
    way.by === 'nothing'
      ? [`> ${markdownText(way.why)}`]
      : [
          '> The plan that apply would make now follows. Review it in a new pull request, or run apply manually with',
          `> ${way.inputs.map((input) => markdownCode(input)).join(' and ')}.`,
        ];
  return [
    `> **Not applied: ${isPolicy ? 'the plan needs a looser policy than the one that holds' : reasonOf(error)}.** Nothing was written.`,
    ...then,
    ...(pulls.length > 1 ? [`> Merged, not yet applied: ${numbered(pulls)}.`] : []),
    ...[...notices, ...superseded.values()].map((text) => `> ${markdownText(text)}`),
  ].join('\n');
}

function reasonOf(error: StalePlanError | UnsafePlanError): string {
  if (error instanceof UnsafePlanError) return 'this plan was not reviewed';
  switch (error.code) {
    case 'approval-used':
      return `the approval of what was reviewed is used up, and the files or the account changed since then (\`${error.code}\`)`;
    case 'approval-superseded':
      return `the branch has changed since the review (\`${error.code}\`)`;
    case 'reviewed-held':
      return `the account keeps what was changed in it, and the reviewed plan overwrites that (\`${error.code}\`)`;
    default:
      return `the plan no longer matches the reviewed plan, because the files or the account changed since the review (\`${error.code}\`)`;
  }
}
