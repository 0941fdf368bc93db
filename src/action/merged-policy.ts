/** What was merged, compared once more with the policy of what it was merged into, which may be stricter than when it was planned. */

import { UnsafePlanError } from '../errors.ts';
import type { Plan, Reconciler } from '../index.ts';
import { isCounted } from './approved.ts';
import { baseBefore, mergedOver } from './base-commit.ts';
import { type PolicyChanges, policyChanges, policyNeeds, type Seen } from './policy-changes.ts';
import type { Reviewed } from './reviewed.ts';
import type { Run } from './run.ts';

/** Undefined where nothing of the plan needs more than what was seen, or allowed, when the plans of the merges were made. */
export async function mergedPolicy(
  run: Run,
  account: string,
  reconciler: Reconciler,
  { plan, reviewed }: { readonly plan: Plan; readonly reviewed: Reviewed },
): Promise<PolicyChanges | undefined> {
  for (const { pull, approval } of reviewed.waiting.filter((one) => isCounted(one, reviewed))) {
    if (approval === undefined || pull.mergeSha === undefined) continue;
    const { onto } = approval;
    const into = await mergedOver(run.host(), { number: pull.number, mergeSha: pull.mergeSha, onto });
    // What it was planned on top of is what it was merged into.
    if (into === undefined || into === onto) continue;
    const seen: Seen = {
      terms: approval.terms,
      needs: async () =>
        approval.against === undefined ? [] : policyNeeds(at(run, approval.against), reconciler, plan),
    };
    const changes = await policyChanges(at(run, into), account, reconciler, plan, seen);
    if (changes.refusal === undefined) continue;
    const { message, hint } = changes.refusal;
    const why =
      approval.terms === undefined
        ? `The plan of #${pull.number} was never compared with it.`
        : `The policy of the base branch changed after the plan of #${pull.number} was made.`;
    const text = `${message} ${why}`;
    return { ...changes, refusal: new UnsafePlanError(text, [], hint === undefined ? {} : { hint }) };
  }
  return undefined;
}

/** The run with what this commit says as its base. */
function at(run: Run, commit: string): Run {
  const base = baseBefore(run, commit);
  return { ...run, base: () => base };
}
