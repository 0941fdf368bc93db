/** The policy of a plan to be reviewed, compared with the base branch and with each earlier policy that nobody allowed to be made looser. */

import type { Plan, Reconciler } from '../index.ts';
import { heldFor } from './held-policies.ts';
import type { Merged } from './merged.ts';
import { policiesOf } from './policies.ts';
import { policyBases } from './policy-bases.ts';
import { isAllowed, type PolicyChanges, policyChanges } from './policy-changes.ts';
import { ofCommit, ofCommitUnplanned } from './policy-naming.ts';
import { isMade } from './policy-needs.ts';
import type { Run } from './run.ts';
import { notFound, undecided } from './unknown-policy.ts';

interface Planned {
  readonly reconciler: Reconciler;
  readonly plan: Plan;
  /** What a merge of the plan comes after; undefined where a merge applies nothing. */
  readonly merged: Merged | undefined;
}

/** The apply that follows compares with the same policies. No request where the base branch is what was applied last. */
export async function plannedPolicy(run: Run, account: string, planned: Planned): Promise<PolicyChanges> {
  const own = await policyChanges(run, account, planned.reconciler, planned.plan);
  const earlier = await sinceHeld(run, account, planned);
  const all = [own, ...earlier];
  return {
    notice: all.flatMap(({ notice }) => (notice === '' ? [] : [notice])).join('\n\n'),
    refusal: all.find(({ refusal }) => refusal !== undefined)?.refusal,
    // What others made looser is told as well, and only somebody's word takes it over.
    shown: [...new Set((isAllowed(run) ? all : [own]).flatMap(({ shown }) => shown))],
    allowed: [...new Set(all.flatMap(({ allowed }) => allowed))],
  };
}

async function sinceHeld(
  run: Run,
  account: string,
  { reconciler, plan, merged }: Planned,
): Promise<readonly PolicyChanges[]> {
  if (merged === undefined) return [];
  const holding = await heldFor(run, { reconciler, plan }, merged);
  const { held, heldUnknown } = holding;
  const unknown = heldUnknown ? notFound(run, account, plan) : undefined;
  if (unknown !== undefined) return [unknown];
  const policies = policiesOf(run, reconciler, plan);
  const { after, unclear } = await policyBases(run, policies, { ...holding, merged: merged.waiting });
  if (unclear !== undefined && !isAllowed(run) && plan.changes.some(isMade)) return [undecided(account, unclear)];
  const { commit } = { commit: undefined, ...(await run.base()) };
  const others = after.filter((one) => one !== commit);
  const kept = others.length === 0 || commit === undefined ? others : await policies.strictest([commit, ...others]);
  const namingOf = held.length === 0 ? ofCommitUnplanned : ofCommit;
  const found: PolicyChanges[] = [];
  for (const one of kept.filter((other) => other !== commit)) {
    found.push(await policyChanges(policies.at(one), account, reconciler, plan, { naming: namingOf(one) }));
  }
  return found;
}
