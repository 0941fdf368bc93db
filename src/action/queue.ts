/** In a merge queue: the plan of the group has to follow from the plans of its pull requests, which is known before they are merged. */

import { StalePlanError } from '../errors.ts';
import { headOf } from '../github/branches.ts';
import { queuedUpTo, queueOf } from '../github/commits.ts';
import { pullNumbered } from '../github/pulls.ts';
import { planDigest, type Reconciler } from '../index.ts';
import type { Plan } from '../model/plan.ts';
import { EXIT, type ExitCode } from '../report/exit.ts';
import { isEmpty } from '../report/text/counts.ts';
import { approvalState } from './approvals.ts';
import { fittingDigest } from './approved.ts';
import type { MergeGroup } from './event.ts';
import { reportError } from './failure.ts';
import { mergedSince, type Waiting } from './merged.ts';
import type { Conclusion } from './result.ts';
import type { HostAccess, Run } from './run.ts';
import { supersededIn } from './superseded.ts';

interface Concluded {
  readonly conclusion: Conclusion;
  readonly exit: ExitCode;
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
  const queued = await queuedPlans(run, host, account, group);
  const { waiting } = await mergedSince(run, host, account, { from: group.base, branch: group.base });
  const all = [...queued, ...waiting];
  const commit = await headOf(host.github, host.repository, group.base);
  const superseded = await supersededIn(run, host, all, { branch: group.base, commit });
  const fits = await fittingDigest(reconciler, plan, { given: undefined, waiting: all, superseded });
  if (fits !== undefined) return concluded;
  const pulls = queued.map(({ pull }) => `#${pull.number}`).join(', ');
  const error = new StalePlanError(
    'plan-differs',
    `The plan for ${account} is not what the pull requests in the queue were reviewed for (${pulls}): its digest is ${planDigest(plan)}.`,
    { hint: 'Take them out of the queue, update their branches, and review the plans that they get.' },
  );
  reportError(run.step, error);
  return { conclusion: 'failed', exit: EXIT.stale };
}

/** Its own pull request and those before it in the queue, newest first. */
async function queuedPlans(
  run: Run,
  host: HostAccess,
  account: string,
  group: MergeGroup,
): Promise<readonly Waiting[]> {
  const entries = await queueOf(host.github, host.repository, group.base);
  const plans: Waiting[] = [];
  for (const entry of queuedUpTo(group.headSha, entries)) {
    const pull = await pullNumbered(host.github, host.repository, entry.pull);
    const { plan: approval, published } = await approvalState(run, host, account, pull);
    plans.push({ pull, approval, isSpent: false, published });
  }
  return plans;
}
