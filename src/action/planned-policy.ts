/** The policy of a plan to be reviewed, compared with the base branch and with each earlier policy that nobody allowed to be made looser. */

import type { Plan, Reconciler } from '../index.ts';
import type { Approval } from './approval.ts';
import { shortOf } from './checkout.ts';
import { presentTerms } from './former-policy.ts';
import type { Merged } from './merged.ts';
import { policyBases } from './policy-bases.ts';
import { isAllowed, type PolicyChanges, policyChanges } from './policy-changes.ts';
import type { Naming } from './policy-notice.ts';
import type { Run } from './run.ts';
import { termsDigest, UNREADABLE } from './terms-digest.ts';
import { notFound } from './unknown-policy.ts';

export interface PlannedPolicy extends PolicyChanges {
  /** What somebody allows by this plan, for its check run. */
  readonly allowed: Approval['allowed'];
}

interface Planned {
  readonly reconciler: Reconciler;
  readonly plan: Plan;
  /** What a merge of the plan comes after; undefined where a merge applies nothing. */
  readonly merged: Merged | undefined;
}

/** The apply that follows compares with the same policies. No request where the base branch is what was applied last. */
export async function plannedPolicy(run: Run, account: string, planned: Planned): Promise<PlannedPolicy> {
  const { reconciler, plan } = planned;
  const own = await policyChanges(run, account, reconciler, plan);
  const earlier = await sinceHeld(run, account, planned, own);
  const all = [own, ...earlier];
  const over = readable(earlier.filter(({ notice }) => notice !== ''));
  const isCarried = isAllowed(run) && over.length > 0;
  return {
    notice: all.flatMap(({ notice }) => (notice === '' ? [] : [notice])).join('\n\n'),
    refusal: all.find(({ refusal }) => refusal !== undefined)?.refusal,
    terms: own.terms,
    allowed: isCarried ? { policy: termsDigest(presentTerms(run, reconciler, plan)), over } : undefined,
  };
}

async function sinceHeld(
  run: Run,
  account: string,
  { reconciler, plan, merged }: Planned,
  own: PolicyChanges,
): Promise<readonly PolicyChanges[]> {
  if (merged === undefined) return [];
  const base = await run.base();
  const { waiting, applied } = merged;
  const unknown = merged.heldUnknown ? notFound(run, account, plan) : undefined;
  if (unknown !== undefined) return [unknown];
  const { after, at } = await policyBases(run, reconciler, plan, { merged: waiting, held: applied?.held ?? [] });
  const found: PolicyChanges[] = [];
  for (const commit of after) {
    if ('commit' in base && base.commit === commit) continue;
    const seen = { terms: readable([own, ...found]), needs: async () => [] };
    found.push(await policyChanges(at(commit), account, reconciler, plan, { seen, naming: namingOf(commit) }));
  }
  return found;
}

function readable(all: readonly PolicyChanges[]): readonly string[] {
  return all.flatMap(({ terms = UNREADABLE }) => (terms === UNREADABLE ? [] : [terms]));
}

function namingOf(commit: string): Naming {
  const short = shortOf(commit);
  return {
    at: `in commit ${short}, and nobody has allowed that`,
    of: `of commit ${short}, which still holds`,
    wayOut: `Make the policy as strict as in commit ${short} again, or let somebody who may decide it set the input policy-changes to allow for this plan.`,
  };
}
