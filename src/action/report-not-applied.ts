/** Reports every case without an apply. A person reads the fresh plan and starts the workflow with its digest. */

import { PolicyError, type StalePlanError } from '../errors.ts';
import { listPulls } from '../github/pulls.ts';
import { planDigest } from '../index.ts';
import type { Plan } from '../model/plan.ts';
import { describeRefusal } from '../report/attention.ts';
import { markdownCode, markdownText, terminalLine } from '../report/escape.ts';
import { lastLine, writeComment } from './comment.ts';
import { reportError } from './failure.ts';
import { save } from './files.ts';
import { writeIssue } from './issue.ts';
import { writeApplied } from './record.ts';
import type { Planned } from './reviewed.ts';
import { accountsOf, type Run } from './run.ts';
import { planForComment, planPage, showPlan } from './show.ts';

type NotApplied = Planned & { readonly error: StalePlanError | PolicyError };

export async function reportNotApplied(
  run: Run,
  account: string,
  { plan, reviewed, judged, error }: NotApplied,
): Promise<void> {
  reportError(run.step, error);
  const refused = refusalOfAll(run, plan, judged.refusal ?? error);
  const input = `digest: ${accountsOf(run).length > 1 ? `${account}=` : ''}${planDigest(plan)}`;
  const way = refused === undefined ? `${START} ${markdownCode(input)}.` : markdownText(refused);
  const notice = [
    `> **Not applied: ${markdownText(error.message)}** (${markdownCode(error.code)}) Nothing was written.`,
    `> ${way}`,
    ...(judged.notice === '' ? [] : ['>', judged.notice]),
  ].join('\n');
  run.step.log(`${refused ?? `${START} ${terminalLine(input)}`}\n`);
  await run.step.summary(`${notice}\n\n`);
  const elsewhere = await showPlan(run, plan, { isOffered: refused === undefined, policy: judged.digest });
  await save(run, 'reportFile', account, () => planPage(run, plan));
  const { text } = planForComment(run, plan, elsewhere, notice);
  const digest = refused === undefined ? planDigest(plan) : undefined;
  await tell(run, account, reviewed.pull, { text, digest });
  await writeApplied(run, account, { conclusion: 'failure', title: 'Not applied', summary: notice });
}

/** An error that ended the apply, in the comment of the pull request that brought the commit. */
export async function reportApplyFailure(run: Run, account: string, text: string): Promise<void> {
  if (!run.inputs.comment) return;
  const { commit } = run.checkout;
  const { github, repository } = run.host();
  const pull = (await listPulls(github, repository, commit)).find(({ mergeSha }) => mergeSha === commit);
  if (pull !== undefined) await writeComment(run, pull.number, { account, text });
}

/** Writes into the comment of the pull request, or into an issue if there is none. */
export async function tell(
  run: Run,
  account: string,
  pull: number | undefined,
  { text, digest }: { readonly text: string; readonly digest?: string | undefined },
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

const START =
  'The plan that apply would make now follows. Review it in a new pull request, or start the workflow manually with';

/** Why no digest would help. */
function refusalOfAll({ inputs }: Run, plan: Plan, error: NotApplied['error']): string | undefined {
  const why = plan.complete ? describeRefusal(plan, inputs['skip-blocked']) : 'it is not complete';
  if (why !== undefined) return `This plan cannot be applied as it is: ${why}.`;
  return error instanceof PolicyError ? (error.hint ?? '') : undefined;
}
