/** The one path of every odd case: nothing was written; a person reads the fresh plan and starts the workflow with its digest. */

import { type StalePlanError, UnsafePlanError } from '../errors.ts';
import { planDigest } from '../index.ts';
import type { Plan } from '../model/plan.ts';
import { refusalOf } from '../report/attention.ts';
import { markdownCode, markdownText, terminalLine } from '../report/escape.ts';
import type { Planned } from './apply.ts';
import { lastLine, writeComment } from './comment.ts';
import { type FailureText, reportError } from './failure.ts';
import { save } from './files.ts';
import { writeIssue } from './issue.ts';
import { writeApplied } from './record.ts';
import { accountsOf, type Run } from './run.ts';
import { planForComment, planPage, showPlan } from './show.ts';

type NotApplied = Planned & { readonly error: StalePlanError | UnsafePlanError };

export async function reportNotApplied(
  run: Run,
  account: string,
  { plan, reviewed, judged, error }: NotApplied,
): Promise<void> {
  reportError(run.step, error);
  const refused = refusalOfAll(run, plan, error);
  const way = refused ?? startedWith(run, account, plan);
  const notice = [
    `> **Not applied: ${markdownText(error.message)}** (${markdownCode(error.code)}) Nothing was written.`,
    `> ${way.markdown}`,
    ...(judged.notice === '' ? [] : ['>', judged.notice]),
  ].join('\n');
  run.step.log(`${way.text}\n`);
  await run.step.summary(`${notice}\n\n`);
  const elsewhere = await showPlan(run, plan, { isOffered: refused === undefined, policy: judged.digest });
  await save(run, 'reportFile', account, () => planPage(run, plan));
  const { text } = planForComment(run, plan, { elsewhere, notice });
  const digest = refused === undefined ? planDigest(plan) : undefined;
  await tell(run, account, reviewed.pull, { text, digest });
  await writeApplied(run, account, { conclusion: 'failure', title: 'Not applied', summary: notice });
}

/** What an error that ended the apply says where its plan was reviewed. */
export async function reportApplyFailure(run: Run, account: string, { top, message }: FailureText): Promise<void> {
  const pull = run.event.pull?.number;
  if (pull === undefined || !run.inputs.comment) return;
  await writeComment(run, pull, { account, text: `${top}### Apply for this account failed\n\n${message}` });
}

/** In the comment of the pull request; without one, in an issue of its own. */
async function tell(
  run: Run,
  account: string,
  pull: number | undefined,
  { text, digest }: { readonly text: string; readonly digest: string | undefined },
): Promise<void> {
  if (pull !== undefined) {
    if (run.inputs.comment) await writeComment(run, pull, { account, digest, text });
    return;
  }
  if (!run.inputs.issue) return;
  const mark = { about: 'apply', account, folder: run.folder } as const;
  const title = `Not applied: ${terminalLine(account)}`;
  await writeIssue(run, { mark, title, text: `${text.trimEnd()}\n\n${lastLine(run, digest)}` });
}

interface Way {
  readonly text: string;
  readonly markdown: string;
}

/** Why no digest would help. */
function refusalOfAll({ inputs }: Run, plan: Plan, error: NotApplied['error']): Way | undefined {
  const why = plan.complete ? refusalOf(plan, inputs['skip-blocked']) : 'it is not complete';
  if (why === undefined && !(error instanceof UnsafePlanError)) return undefined;
  const text = why === undefined ? (error.hint ?? '') : `This plan cannot be applied as it is: ${why}.`;
  return { text, markdown: markdownText(text) };
}

function startedWith(run: Run, account: string, plan: Plan): Way {
  const of = accountsOf(run).length > 1 ? `${account}=` : '';
  const input = `digest: ${of}${planDigest(plan)}`;
  return {
    text: `To apply this plan, start the workflow manually with ${terminalLine(input)}`,
    markdown: `The plan that apply would make now follows. Review it in a new pull request, or start the workflow manually with ${markdownCode(input)}.`,
  };
}
