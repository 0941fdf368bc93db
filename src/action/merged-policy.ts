/** What was merged, compared once more with the policies that it has to keep, which may be stricter than when it was planned. */

import { UnsafePlanError } from '../errors.ts';
import { isBehind } from '../github/branches.ts';
import type { Plan, Reconciler } from '../index.ts';
import { allowancesOf } from './allowance.ts';
import { isCounted } from './approved.ts';
import type { Policies } from './policies.ts';
import type { Kept, PolicyBases } from './policy-bases.ts';
import { isAllowed, type PolicyChanges, policyChanges } from './policy-changes.ts';
import type { Reviewed } from './reviewed.ts';
import type { Run } from './run.ts';
import { notFound, undecided } from './unknown-policy.ts';

interface Merged {
  readonly reconciler: Reconciler;
  readonly plan: Plan;
  readonly reviewed: Pick<Reviewed, 'given' | 'waiting' | 'superseded' | 'heldUnknown'>;
  readonly bases: PolicyBases;
  readonly policies: Policies;
}

/** Undefined where nothing of the plan needs more than what was allowed when the plans of the merges were made. */
export async function mergedPolicy(
  run: Run,
  account: string,
  { reconciler, plan, reviewed, bases, policies }: Merged,
): Promise<PolicyChanges | undefined> {
  const unknown = reviewed.heldUnknown ? notFound(run, account, plan) : undefined;
  if (unknown?.refusal !== undefined) return unknown;
  if (bases.unclear !== undefined && !isAllowed(run)) return undecided(account, bases.unclear);
  // Whoever names a digest stands for no plan of a merge.
  if (reviewed.given !== undefined) return undefined;
  const merged = reviewed.waiting.filter((one) => isCounted(one, reviewed));
  const allowances = allowancesOf(merged, bases.before, plan);
  for (const { number } of merged.map(({ pull }) => pull)) {
    const kept = bases.before.get(number);
    if (kept === undefined) continue;
    if (kept.reason !== undefined && !isAllowed(run)) return undecided(account, kept.reason);
    for (const commit of kept.commits) {
      const changes = await policyChanges(policies.at(commit), account, reconciler, plan, { allowances });
      if (changes.refusal === undefined) continue;
      const { message, hint } = changes.refusal;
      const text = `${message} ${await whyNow(run, policies, { number, kept, commit })}`;
      return { ...changes, refusal: new UnsafePlanError(text, [], hint === undefined ? {} : { hint }) };
    }
  }
  return undefined;
}

interface Refusing {
  readonly number: number;
  readonly kept: Kept;
  /** Whose policy refuses. */
  readonly commit: string;
}

async function whyNow(run: Run, policies: Policies, { number, kept, commit }: Refusing): Promise<string> {
  const { into } = kept;
  if (into !== undefined && commit !== into) {
    const looser = await policies.loosened(commit, into);
    if (looser === undefined || looser.length > 0)
      return `The base branch was made looser before #${number} was merged, and nobody allowed that.`;
  } else if (into !== undefined && !(await isPlannedFor(run, policies, into, kept.onto))) {
    return `The policy of the base branch changed after the plan of #${number} was made.`;
  }
  return `What was merged as #${number} needs what its plan did not.`;
}

/** Whether the planned files contained the commit, or its policy. */
async function isPlannedFor(run: Run, policies: Policies, into: string, onto: string | undefined): Promise<boolean> {
  if (onto === undefined) return true;
  const { github, repository } = run.host();
  return (await isBehind(github, repository, { head: onto, commit: into })) || (await policies.sameAs(onto, into));
}
