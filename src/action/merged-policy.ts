/** What was merged, compared once more with the policies that it has to keep, which may be stricter than when it was planned. */

import { UnsafePlanError } from '../errors.ts';
import type { Plan, Reconciler } from '../index.ts';
import type { Approval } from './approval.ts';
import { isCounted } from './approved.ts';
import type { Kept, PolicyBases } from './policy-bases.ts';
import { isAllowed, type PolicyChanges, policyChanges, policyNeeds, type Seen } from './policy-changes.ts';
import type { Reviewed } from './reviewed.ts';
import type { Run } from './run.ts';
import { notFound, undecided } from './unknown-policy.ts';

interface Merged {
  readonly reconciler: Reconciler;
  readonly plan: Plan;
  readonly reviewed: Pick<Reviewed, 'waiting' | 'superseded' | 'heldUnknown'>;
  readonly bases: PolicyBases;
}

/** Undefined where nothing of the plan needs more than what was seen, or allowed, when the plans of the merges were made. */
export async function mergedPolicy(run: Run, account: string, merged: Merged): Promise<PolicyChanges | undefined> {
  const { reconciler, plan, reviewed, bases } = merged;
  const unknown = reviewed.heldUnknown ? notFound(run, account, plan) : undefined;
  if (unknown?.refusal !== undefined) return unknown;
  for (const { pull, approval } of reviewed.waiting.filter((one) => isCounted(one, reviewed))) {
    const kept = bases.before.get(pull.number);
    if (approval === undefined || kept === undefined) continue;
    if (kept.reason !== undefined && !isAllowed(run)) return undecided(account, kept.reason);
    const seen = seenBy(approval, kept, merged);
    // What it was compared with when it was planned passed then.
    for (const commit of kept.commits.filter((one) => one !== approval.against)) {
      const changes = await policyChanges(bases.at(commit), account, reconciler, plan, { seen });
      if (changes.refusal === undefined) continue;
      const { message, hint } = changes.refusal;
      const text = `${message} ${whyNow(pull.number, approval, kept, commit)}`;
      return { ...changes, refusal: new UnsafePlanError(text, [], hint === undefined ? {} : { hint }) };
    }
  }
  return undefined;
}

function seenBy({ terms, against }: Approval, { allowed }: Kept, { reconciler, plan, bases }: Merged): Seen {
  return {
    terms: [...(terms === undefined ? [] : [terms]), ...allowed],
    needs: async () => (against === undefined ? [] : policyNeeds(bases.at(against), reconciler, plan)),
  };
}

function whyNow(number: number, { terms }: Approval, { into }: Kept, commit: string): string {
  if (terms === undefined) return `The plan of #${number} was never compared with it.`;
  return commit === into
    ? `The policy of the base branch changed after the plan of #${number} was made.`
    : `The base branch was made looser before #${number} was merged, and nobody allowed that.`;
}
