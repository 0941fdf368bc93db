/** Publishes the plan of a pull request: the comment that people review, then the check run that a merge approves. */

import { defined } from '../contract/defined.ts';
import { pullNumbered } from '../github/pulls.ts';
import type { Plan } from '../model/plan.ts';
import { countsText, isEmpty } from '../report/text/counts.ts';
import { type Above, notApplied } from './above-plan.ts';
import { approvalOf } from './approval.ts';
import { keepApproval } from './approvals.ts';
import { plannedOnto } from './base-commit.ts';
import { writeComment } from './comment.ts';
import type { PullRequest } from './event.ts';
import { errorMarkdown } from './failure.ts';
import type { PolicyChanges } from './policy-changes.ts';
import type { Conclusion } from './result.ts';
import type { Run } from './run.ts';

interface Published {
  readonly plan: Plan;
  /** Undefined for a plan that must not be approved. */
  readonly digest: string | undefined;
  /** What of its policy is looser, and what of that somebody allows by it. */
  readonly policy: Pick<PolicyChanges, 'shown' | 'allowed'>;
  readonly conclusion: Conclusion;
  /** What stands above the plan, or why that is not known. */
  readonly above: Above;
  /** The plan below a notice, as it fits a comment. */
  readonly text: (notice: string) => string;
}

const CONCLUSIONS = { passed: 'success', neutral: 'neutral', failed: 'failure' } as const;

/** Nothing is approved that was not shown first, and a plan that cannot be approved says so where it is shown. */
export async function publishPlan(
  run: Run,
  account: string,
  pull: PullRequest,
  { plan, digest, policy, conclusion, above, text }: Published,
): Promise<void> {
  const host = run.host();
  const about = { account, commit: pull.headSha };
  try {
    if (await isMergedMeanwhile(run, pull)) return;
    if ('error' in above) throw above.error;
    const what = mergeText(plan, digest, above);
    await writeComment(run, host, pull.number, { ...about, digest, text: `${text(above.note)}\n${what}` });
    if (digest === undefined) return await withdraw(run, account, pull);
    const onto = await plannedOnto(run, host, pull.headSha);
    const subject = {
      ...{ folder: run.folder, account, pull: pull.number, onto },
      ...defined({
        base: pull.base,
        shown: orNothing(policy.shown),
        allowed: orNothing(policy.allowed),
        targeted: run.inputs.target.length > 0 ? true : undefined,
      }),
    };
    await keepApproval(run, host, pull.headSha, {
      approval: approvalOf(subject, plan, digest),
      conclusion: CONCLUSIONS[conclusion],
      title: countsText(plan) || 'No changes',
      summary: summaryOf(pull, digest, above.elsewhere),
    });
  } catch (error) {
    const short = `> **Merging does not approve this plan.**\n\n${errorMarkdown(error)}`;
    const write = (shown: string) => writeComment(run, host, pull.number, { ...about, digest: undefined, text: shown });
    // What went wrong first says more. What could not be shown may have been too long.
    await write(text(short)).catch(() => write(short).catch(() => undefined));
    await withdraw(run, account, pull).catch(() => undefined);
    throw error;
  }
}

/** What a person who merges it does, unless the comment says so above. */
function mergeText(plan: Plan, digest: string | undefined, { elsewhere }: { readonly elsewhere?: string }): string {
  if (elsewhere !== undefined || isEmpty(plan)) return '';
  const { create, update, remove, forget, blocked } = plan.summary;
  if (digest === undefined || create + update + remove + forget === 0) return 'Merging applies nothing of this plan.';
  return blocked > 0
    ? 'Merging approves what is not blocked. Apply makes that only with the input `skip-blocked`, and otherwise nothing.'
    : 'Merging approves exactly these changes. Apply then makes them, and nothing that was not reviewed.';
}

function orNothing(digests: readonly string[]): readonly string[] | undefined {
  return digests.length === 0 ? undefined : digests;
}

export async function publishFailure(run: Run, account: string, pull: PullRequest, text: string): Promise<void> {
  if (await isMergedMeanwhile(run, pull)) return;
  await writeComment(run, run.host(), pull.number, { account, digest: undefined, commit: pull.headSha, text });
  await withdraw(run, account, pull);
}

/** Its comment says what was merged, and what came of it: nothing that ends later takes the place of that. */
async function isMergedMeanwhile(run: Run, { number }: PullRequest): Promise<boolean> {
  const { github, repository } = run.host();
  const { mergedAt } = await pullNumbered(github, repository, number);
  if (mergedAt === undefined) return false;
  const text = `#${number} was merged meanwhile: its comment stays as it is, and this run approves nothing.`;
  run.step.log(`${text}\n`);
  await run.step.summary(`${text}\n\n`);
  return true;
}

/** An earlier run may have left a plan to approve on the same commit. */
async function withdraw(run: Run, account: string, pull: PullRequest): Promise<void> {
  await keepApproval(run, run.host(), pull.headSha, {
    approval: { state: 'none', folder: run.folder, account, pull: pull.number },
    conclusion: 'failure',
    title: 'No plan to approve',
    summary: `The comment in #${pull.number} says why there is no plan that a merge could approve.`,
  });
}

function summaryOf({ number, base = '' }: PullRequest, digest: string, elsewhere: string | undefined): string {
  const plan = `the plan with the digest \`${digest}\`, which its comment shows`;
  if (elsewhere === undefined) return `Merging #${number} approves ${plan}. The rest is for the apply job.`;
  return `This is ${plan}. ${notApplied(base, elsewhere)}`;
}
