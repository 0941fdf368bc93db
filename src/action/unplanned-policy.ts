/** The policy of what is applied without a plan of a merged pull request: a push, or a plan that a person names. */

import type { Plan, Reconciler } from '../index.ts';
import { isEmpty } from '../report/text/counts.ts';
import { baseBefore } from './base-commit.ts';
import { type PolicyChanges, policyChanges } from './policy-changes.ts';
import type { Reviewed } from './reviewed.ts';
import type { Run } from './run.ts';

interface Compared {
  readonly reconciler: Reconciler;
  readonly plan: Plan;
  readonly reviewed: Reviewed;
}

/** What a pull request was merged with passed this when it was planned; a push without one did not. Throws UnsafePlanError. */
export async function requireUnplannedPolicy(
  run: Run,
  account: string,
  about: Compared & { readonly digest: string | undefined },
): Promise<void> {
  const { plan, reviewed, digest } = about;
  if (isEmpty(plan) || (reviewed.given === undefined && reviewed.pulls.length > 0 && digest !== undefined)) return;
  const { notice, refusal } = await unplannedPolicy(run, account, about);
  if (notice !== '') await run.step.summary(`${notice}\n\n`);
  if (refusal !== undefined) throw refusal;
}

/** The first that refuses; else what there is to say against the first. */
export async function unplannedPolicy(
  run: Run,
  account: string,
  { reconciler, plan, reviewed }: Compared,
): Promise<PolicyChanges> {
  const all: PolicyChanges[] = [];
  for (const one of await against(run, reviewed)) {
    const changes = await policyChanges(one, account, reconciler, plan);
    if (changes.refusal !== undefined) return changes;
    all.push(changes);
  }
  return all.find(({ notice }) => notice !== '') ?? { notice: '', refusal: undefined, terms: undefined };
}

/** A run that is no change itself is compared with what was allowed last, so that no push or merge after it goes by unseen. */
async function against(run: Run, { passed, held }: Reviewed): Promise<readonly Run[]> {
  const isApproved = passed !== undefined && passed === run.checkout.commit;
  if (!isApproved && (run.event.pull !== undefined || (await run.base()).state !== 'none')) return [run];
  return (held.length > 0 ? held : [undefined]).map((commit) => {
    const base = baseBefore(run, commit);
    return { ...run, base: () => base };
  });
}
