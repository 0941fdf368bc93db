/** In a merge queue: the plan of the group has to follow from the plans of its pull requests, which is known before they are merged. */

import { StalePlanError } from '../errors.ts';
import { defaultBranch, headOf } from '../github/branches.ts';
import { type QueueEntry, queuedUpTo, queueOf } from '../github/commits.ts';
import { pullNumbered } from '../github/pulls.ts';
import { planDigest, type Reconciler } from '../index.ts';
import type { Plan } from '../model/plan.ts';
import { terminalLine } from '../report/escape.ts';
import { EXIT, type ExitCode } from '../report/exit.ts';
import { isEmpty } from '../report/text/counts.ts';
import { notApplied, placesBefore } from './above-plan.ts';
import { approvalState } from './approvals.ts';
import { fittingDigest } from './approved.ts';
import type { MergeGroup } from './event.ts';
import { reportError } from './failure.ts';
import type { Held } from './held-elsewhere.ts';
import { heldFor } from './held-policies.ts';
import { mergedSince, type Waiting } from './merged.ts';
import { mergedPolicy } from './merged-policy.ts';
import { policiesOf } from './policies.ts';
import { policyBases } from './policy-bases.ts';
import type { PolicyChanges } from './policy-changes.ts';
import { recordedIn } from './recorded.ts';
import type { Conclusion } from './result.ts';
import type { Reviewed } from './reviewed.ts';
import type { HostAccess, Run } from './run.ts';
import { supersededIn } from './superseded.ts';

interface Concluded {
  readonly conclusion: Conclusion;
  readonly exit: ExitCode;
}

/** One that is not merged yet. */
interface Queued extends Waiting {
  readonly entry: QueueEntry;
}

/** A group that fails leaves the queue: its pull requests are planned again in place of failing once they are merged. */
export async function inQueue(
  run: Run,
  account: string,
  {
    reconciler,
    plan,
    concluded,
  }: { readonly reconciler: Reconciler; readonly plan: Plan; readonly concluded: Concluded },
): Promise<Concluded> {
  const { group } = run.event;
  if (group === undefined || !run.inputs.comment || concluded.exit !== EXIT.done || isEmpty(plan)) return concluded;
  const host = run.host();
  const branch = await defaultBranch(host.github, host.repository);
  if (group.base !== branch) {
    run.step.log(`${notApplied(group.base, branch, terminalLine)}\n`);
    return concluded;
  }
  const queued = await queuedPlans(run, host, account, group);
  const before = await placesBefore(run);
  const since = { from: branch, branch, before, ...recordedIn(reconciler) };
  const merged = await mergedSince(run, host, account, since);
  const { waiting } = merged;
  const all = [...queued, ...waiting];
  const commit = await headOf(host.github, host.repository, branch);
  const superseded = await supersededIn(run, host, all, { branch, commit });
  const fits = await fittingDigest(reconciler, plan, { given: undefined, waiting: all, superseded });
  if (fits !== undefined) {
    const holding = await heldFor(run, { reconciler, plan }, merged);
    const policy = await queuedPolicy(run, account, { reconciler, plan, queued, waiting, superseded, holding });
    if (policy?.refusal === undefined) return concluded;
    if (policy.notice !== '') await run.step.summary(`${policy.notice}\n\n`);
    reportError(run.step, policy.refusal);
    return { conclusion: 'failed', exit: EXIT.refused };
  }
  const pulls = queued.map(({ pull }) => `#${pull.number}`).join(', ');
  const error = new StalePlanError(
    'plan-differs',
    `The plan for ${account} is not what the pull requests in the queue were reviewed for (${pulls}): its digest is ${planDigest(plan)}.`,
    { hint: 'Take them out of the queue, update their branches, and review the plans that they get.' },
  );
  reportError(run.step, error);
  return { conclusion: 'failed', exit: EXIT.stale };
}

interface Group {
  readonly reconciler: Reconciler;
  readonly plan: Plan;
  readonly queued: readonly Queued[];
  readonly waiting: readonly Waiting[];
  readonly superseded: Reviewed['superseded'];
  /** For what is merged next. */
  readonly holding: Held;
}

/** As if they were merged. The input of a group knows no labels: what was allowed is what the check runs of its pull requests say. */
async function queuedPolicy(run: Run, account: string, group: Group): Promise<PolicyChanges | undefined> {
  const { reconciler, plan, superseded, holding } = group;
  const queued = group.queued.map(({ entry, pull, ...one }) => ({ ...one, pull: { ...pull, mergeSha: entry.sha } }));
  const merged = [...queued, ...group.waiting];
  const asked = { ...run, inputs: { ...run.inputs, 'policy-changes': 'refuse' } } as const;
  const policies = policiesOf(asked, reconciler, plan);
  const bases = await policyBases(asked, policies, { ...holding, merged });
  const reviewed = { given: undefined, waiting: merged, superseded, heldUnknown: holding.heldUnknown };
  return mergedPolicy(asked, account, { reconciler, plan, reviewed, bases, policies });
}

/** Its own pull request and those before it in the queue, newest first. */
async function queuedPlans(run: Run, host: HostAccess, account: string, group: MergeGroup): Promise<readonly Queued[]> {
  const entries = await queueOf(host.github, host.repository, group.base);
  const plans: Queued[] = [];
  for (const entry of queuedUpTo(group.headSha, entries)) {
    const pull = await pullNumbered(host.github, host.repository, entry.pull);
    const { plan: approval, published } = await approvalState(run, host, account, pull);
    plans.push({ pull, approval, isSpent: false, published, entry, over: async () => ({ commit: entry.base }) });
  }
  return plans;
}
