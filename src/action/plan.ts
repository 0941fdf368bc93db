/** `command: plan`: the plan of each account in the log, the summary, the files and the comment of the pull request. */

import { defined } from '../contract/defined.ts';
import { UnsafePlanError } from '../errors.ts';
import { planDigest, type Reconciler } from '../index.ts';
import type { Plan } from '../model/plan.ts';
import { planJson } from '../report/documents/json.ts';
import { EXIT, type ExitCode, exitOfPlan } from '../report/exit.ts';
import { criticalCounts } from '../report/markdown/limit.ts';
import { writeComment } from './comment.ts';
import type { PullRequest } from './event.ts';
import { reportError, reporting } from './failure.ts';
import { pathOf, save } from './files.ts';
import { type AccountResult, type Conclusion, planNumbers } from './result.ts';
import { planOptions, type Run } from './run.ts';
import { planForComment, planPage, showPlan } from './show.ts';

export async function planAccount(run: Run, account: string, reconciler: Reconciler): Promise<AccountResult> {
  const plan = await reconciler.plan(planOptions(run));
  const elsewhere = await showPlan(run, plan);
  await save(run, 'planFile', account, () => planJson(plan, true));
  await save(run, 'reportFile', account, () => planPage(run, plan));
  const fitted = commentedPull(run) === undefined ? undefined : planForComment(run, plan, { elsewhere });
  const whole = fitted?.whole !== false;
  if (!whole) reportError(run.step, tooLarge(account, plan));
  // A plan that could not be shown, or that is based on an incomplete read, must not be approved.
  const digest = whole && plan.complete ? planDigest(plan) : undefined;
  const result = {
    account,
    ...conclude(plan, whole, run.inputs['fail-on']),
    ...planNumbers(plan),
    ...defined({ digest }),
    ...pathOf(run, 'planFile', account),
    ...pathOf(run, 'reportFile', account),
  };
  return fitted === undefined ? result : reporting(run, result, () => comment(run, account, fitted.text, digest));
}

/** An earlier plan must not be shown as if it were for this commit. */
export async function commentPlanFailure(run: Run, account: string, message: string): Promise<void> {
  await comment(run, account, `### Plan for this account failed\n\n${message}`, undefined);
}

/** Undefined where no comment is written. */
function commentedPull({ inputs, event: { pull } }: Run): PullRequest | undefined {
  return inputs.comment && pull?.isMerged === false ? pull : undefined;
}

async function comment(run: Run, account: string, text: string, digest: string | undefined): Promise<void> {
  const pull = commentedPull(run);
  if (pull === undefined) return;
  await writeComment(run, run.host(), pull.number, { account, digest, commit: pull.headSha, text });
}

function tooLarge(account: string, plan: Plan): UnsafePlanError {
  const message = `The plan for ${account} is too large to be reviewed in a comment: ${criticalCounts(plan)} do not fit.`;
  return new UnsafePlanError(message, [], {
    hint: 'Split it into several pull requests, or narrow it with the input target.',
  });
}

function conclude(
  plan: Plan,
  whole: boolean,
  failOn: Run['inputs']['fail-on'],
): { conclusion: Conclusion; exit: ExitCode } {
  const exit = whole ? exitOfPlan(plan, false) : EXIT.refused;
  if (exit !== EXIT.done) return { conclusion: 'failed', exit };
  const { hasChanges, destructive, blocked } = planNumbers(plan);
  if (failOn !== 'never' && blocked > 0) return { conclusion: 'failed', exit: EXIT.refused };
  if ((failOn === 'destructive' || failOn === 'changes') && destructive > 0) {
    return { conclusion: 'failed', exit: EXIT.refused };
  }
  if (failOn === 'changes' && hasChanges) return { conclusion: 'failed', exit: EXIT.pending };
  return { conclusion: blocked > 0 ? 'neutral' : 'passed', exit: EXIT.done };
}
