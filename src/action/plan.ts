/** `command: plan`: the plan of each account in the log, the summary, the files and the comment of the pull request. */

import { defined } from '../contract/defined.ts';
import { UnsafePlanError } from '../errors.ts';
import { planDigest, type Reconciler } from '../index.ts';
import type { Plan } from '../model/plan.ts';
import { refusalOf } from '../report/attention.ts';
import { planJson } from '../report/documents/json.ts';
import { EXIT, type ExitCode, exitOfPlan } from '../report/exit.ts';
import { criticalCounts } from '../report/markdown/limit.ts';
import { aboveThePlan, mergedBefore } from './above-plan.ts';
import { isCommented } from './comment.ts';
import { tellEarlierPlans } from './earlier-plan.ts';
import type { PullRequest } from './event.ts';
import { type FailureText, reportError, reporting } from './failure.ts';
import { pathOf, save } from './files.ts';
import { noLedgerNotice } from './no-ledger.ts';
import { plannedPolicy } from './planned-policy.ts';
import { noticeWithin, tooLong } from './policy-limits.ts';
import { publishFailure, publishPlan } from './publish.ts';
import { inQueue } from './queue.ts';
import { type AccountResult, type Conclusion, planNumbers } from './result.ts';
import { planOptions, type Run } from './run.ts';
import { planForComment, planPage, showPlan } from './show.ts';

export async function planAccount(run: Run, account: string, reconciler: Reconciler): Promise<AccountResult> {
  const plan = await reconciler.plan(planOptions(run));
  const pull = commentedPull(run);
  const before = pull?.base === undefined ? undefined : await mergedBefore(run, account, reconciler);
  const merged = before !== undefined && 'merged' in before && before.branch === pull?.base ? before.merged : undefined;
  const policy = await plannedPolicy(run, account, { reconciler, plan, merged });
  const { refusal } = policy;
  const { text: policyNotice, whole: isPolicyWhole } = noticeWithin(policy.notice);
  const notice = [policyNotice, await noLedgerNotice(plan, reconciler)].filter((text) => text !== '').join('\n\n');
  const isOffered = refusal === undefined && plan.complete && refusalOf(plan, true) === undefined;
  const elsewhere = await showPlan(run, plan, { notice, isOffered });
  await save(run, 'planFile', account, () => planJson(plan, true));
  await save(run, 'reportFile', account, () => planPage(run, plan));
  const above = pull === undefined ? { note: '' } : await aboveThePlan(run, pull, before);
  const below = (note: string) => {
    const notices = [notice, note].filter((text) => text !== '').join('\n\n');
    return planForComment(run, plan, { elsewhere, notice: notices });
  };
  const isPlanWhole = pull === undefined || below('note' in above ? above.note : '').whole;
  const whole = isPolicyWhole && isPlanWhole;
  if (!isPolicyWhole) reportError(run.step, tooLong(account));
  if (!isPlanWhole) reportError(run.step, tooLarge(account, plan));
  if (refusal !== undefined) reportError(run.step, refusal);
  const isOpen = whole && refusal === undefined;
  // A plan that could not be shown, that is refused, or that is based on an incomplete read, must not be approved.
  const digest = whole && isOffered ? planDigest(plan) : undefined;
  const concluded = await inQueue(run, account, {
    reconciler,
    plan,
    concluded: conclude(plan, isOpen, run.inputs['fail-on']),
  });
  const result = {
    account,
    ...concluded,
    ...planNumbers(plan),
    ...defined({ digest }),
    ...pathOf(run, 'planFile', account),
    ...pathOf(run, 'reportFile', account),
  };
  if (pull === undefined) return result;
  const text = (note: string) => below(note).text;
  const published = { policy, plan, digest, conclusion: result.conclusion, above, text };
  return reporting(run, result, () => publishPlan(run, account, pull, published));
}

/** An earlier plan must not be shown as if it were for this commit, nor be approved by merging. */
export async function commentPlanFailure(run: Run, account: string, { top, message }: FailureText): Promise<void> {
  const pull = commentedPull(run);
  const text = `${top}### Plan for this account failed\n\n${message}`;
  if (pull === undefined) return;
  if (!(await isCommented(run, pull.number, account))) return tellEarlierPlans(run);
  await publishFailure(run, account, pull, text);
}

/** Undefined where no comment is written. */
function commentedPull({ inputs, event: { pull } }: Run): PullRequest | undefined {
  return inputs.comment && pull?.isMerged === false ? pull : undefined;
}

function tooLarge(account: string, plan: Plan): UnsafePlanError {
  const message = `The plan for ${account} is too large to be reviewed in a comment: ${criticalCounts(plan)} do not fit.`;
  return new UnsafePlanError(message, [], {
    hint: 'Split it into several pull requests, or narrow it with the input target.',
  });
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
