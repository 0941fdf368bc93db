/** `command: plan`: the plan of each account in the log, the summary, the files, the comment of the pull request, and the record. */

import { defined } from '../contract/defined.ts';
import { pullNumbered } from '../github/pulls.ts';
import { planDigest, type Reconciler } from '../index.ts';
import type { Plan } from '../model/plan.ts';
import { describeRefusal } from '../report/attention.ts';
import { planJson } from '../report/documents/json.ts';
import { EXIT, type ExitCode, exitOfPlan } from '../report/exit.ts';
import { isEmpty } from '../report/text/counts.ts';
import { writeComment } from './comment.ts';
import type { PullRequest } from './event.ts';
import { reportError, reporting } from './failure.ts';
import { pathOf, save } from './files.ts';
import { noLedgerNotice } from './no-ledger.ts';
import { judge } from './policy.ts';
import { withdrawRecord, writeRecord } from './record.ts';
import { type AccountResult, type Conclusion, planNumbers } from './result.ts';
import { planOptions, type Run } from './run.ts';
import { planForComment, planPage, showPlan } from './show.ts';

export async function planAccount(run: Run, account: string, reconciler: Reconciler): Promise<AccountResult> {
  const plan = await reconciler.plan(planOptions(run));
  const judged = await judge(run, account, reconciler, plan);
  const { refusal } = judged;
  if (refusal !== undefined) reportError(run.step, refusal);
  const notice = [judged.notice, await noLedgerNotice(plan, reconciler)].filter((text) => text !== '').join('\n\n');
  const canBeApplied = refusal === undefined && plan.complete && describeRefusal(plan, true) === undefined;
  const elsewhere = await showPlan(run, plan, { notice, isOffered: canBeApplied, policy: judged.digest });
  await save(run, 'planFile', account, () => planJson(plan, true));
  await save(run, 'reportFile', account, () => planPage(run, plan));
  const { text, whole } = planForComment(run, plan, elsewhere, notice);
  const concluded = conclude(plan, refusal === undefined, run.inputs['fail-on']);
  // A merge approves only a plan that the comment shows completely and whose check did not fail.
  const isApproved = canBeApplied && whole && concluded.conclusion !== 'failed';
  const digest = canBeApplied ? planDigest(plan) : undefined;
  const result: AccountResult = {
    account,
    ...concluded,
    ...(whole || concluded.conclusion === 'failed' ? {} : { conclusion: 'neutral' }),
    ...planNumbers(plan),
    ...defined({ digest }),
    ...pathOf(run, 'planFile', account),
    ...pathOf(run, 'reportFile', account),
  };
  const head = headOf(run);
  if (head === undefined) return result;
  const pull = commentedPull(run);
  return reporting(run, result, async () => {
    if (pull !== undefined && (await isOver(run, pull))) return;
    const said = `${text}\n${mergeText(plan, { isApproved, whole, digest })}`;
    if (pull !== undefined) await writeComment(run, pull.number, { account, digest, text: said });
    await writeRecord(run, account, head, {
      ...{ plan, policy: judged.digest, isApproved },
      conclusion: result.conclusion,
    });
  });
}

/** An earlier plan must not be shown as if it were for this commit, nor be approved by merging. */
export async function reportPlanFailure(run: Run, account: string, text: string): Promise<void> {
  const head = headOf(run);
  if (head === undefined) return;
  const pull = commentedPull(run);
  if (pull !== undefined && (await isOver(run, pull))) return;
  await withdrawRecord(run, account, head);
  if (pull !== undefined) await writeComment(run, pull.number, { account, text });
}

/** Returns the commit of the record. Only a pull request and a merge queue have a plan to approve. */
function headOf({ event: { pull, group } }: Run): string | undefined {
  return pull?.isMerged === false ? pull.headSha : group?.headSha;
}

/** Returns undefined if no comment is written. */
function commentedPull({ inputs, event: { pull } }: Run): PullRequest | undefined {
  return inputs.comment && pull?.isMerged === false ? pull : undefined;
}

/** True if the pull request was merged or has a newer commit. An older plan must not replace its comment, and approves nothing. */
async function isOver(run: Run, { number, headSha }: PullRequest): Promise<boolean> {
  const { github, repository } = run.host();
  const found = await pullNumbered(github, repository, number);
  if (found.mergedAt === undefined && found.headSha === headSha) return false;
  const what = found.mergedAt === undefined ? 'has a newer commit' : 'has been merged';
  const text = `#${number} ${what}: its comment stays as it is, and this run approves nothing.`;
  run.step.log(`${text}\n`);
  await run.step.summary(`${text}\n\n`);
  return true;
}

interface Shown {
  readonly isApproved: boolean;
  readonly whole: boolean;
  readonly digest: string | undefined;
}

/** Describes the effect of a merge. */
function mergeText(plan: Plan, { isApproved, whole, digest }: Shown): string {
  if (isEmpty(plan)) return '';
  if (!whole && digest !== undefined)
    return `Merging does not approve this plan, because it is too long for this place. To apply it after the merge, read it in full and start the apply workflow with the digest \`${digest}\`.`;
  const { create, update, remove, forget } = plan.summary;
  if (!isApproved || create + update + remove + forget === 0) return 'Merging applies nothing of this plan.';
  return plan.summary.blocked > 0
    ? 'Merging approves the changes that are not blocked. Apply makes them only with the input `skip-blocked`. Otherwise it makes no change.'
    : 'Merging approves exactly these changes. Apply then makes these changes and no others.';
}

function conclude(
  plan: Plan,
  isOpen: boolean,
  failOn: Run['inputs']['fail-on'],
): { conclusion: Conclusion; exit: ExitCode } {
  const exit = isOpen ? exitOfPlan(plan, false) : EXIT.refused;
  if (exit !== EXIT.done) return { conclusion: 'failed', exit };
  const { hasChanges, destructive, blocked } = planNumbers(plan);
  if (failOn !== 'never' && blocked > 0) return { conclusion: 'failed', exit: EXIT.refused };
  if ((failOn === 'destructive' || failOn === 'changes') && destructive > 0) {
    return { conclusion: 'failed', exit: EXIT.refused };
  }
  if (failOn === 'changes' && hasChanges) return { conclusion: 'failed', exit: EXIT.pending };
  return { conclusion: blocked > 0 ? 'neutral' : 'passed', exit: EXIT.done };
}
