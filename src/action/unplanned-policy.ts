/** The policy of what is applied without a plan of a merged pull request: a push, or a plan that a person names. */

import type { Plan, Reconciler } from '../index.ts';
import { isEmpty } from '../report/text/counts.ts';
import { baseBefore } from './base-commit.ts';
import { NO_CHANGES, type PolicyChanges, policyChanges } from './policy-changes.ts';
import { type Naming, OF_BASE, OF_COMMIT_BEFORE, ofCommit } from './policy-notice.ts';
import type { Reviewed } from './reviewed.ts';
import type { Base, Run } from './run.ts';
import { notFound } from './unknown-policy.ts';

interface Compared {
  readonly reconciler: Reconciler;
  readonly plan: Plan;
  readonly reviewed: Reviewed;
}

interface Former {
  /** With the earlier commit as its base. */
  readonly at: Run;
  readonly naming: Naming;
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

/** The first that refuses; else what there is to say against the first. `isManual`: asked as a manual start of the same is, too. */
export async function unplannedPolicy(
  run: Run,
  account: string,
  { reconciler, plan, reviewed, isManual = false }: Compared & { readonly isManual?: boolean },
): Promise<PolicyChanges> {
  const all: PolicyChanges[] = [];
  const unknown = reviewed.heldUnknown ? notFound(run, account, plan) : undefined;
  if (unknown?.refusal !== undefined) return unknown;
  for (const { at, naming } of await against(run, reviewed, isManual)) {
    const changes = await policyChanges(at, account, reconciler, plan, { naming });
    if (changes.refusal !== undefined) return changes;
    all.push(changes);
  }
  return all.find(({ notice }) => notice !== '') ?? NO_CHANGES;
}

/**
 * What was there before the event, and what was allowed last, so that no push or merge after that goes by unseen. Where nothing was
 * allowed yet, a run that is no change itself is compared with the commit before its own.
 */
async function against(run: Run, { passed, held }: Reviewed, isManual: boolean): Promise<readonly Former[]> {
  const isApproved = passed !== undefined && passed === run.checkout.commit;
  const base: Base = isApproved ? { state: 'none' } : await run.base();
  const isChange = !isApproved && (run.event.pull !== undefined || base.state !== 'none');
  const known = 'commit' in base ? base.commit : undefined;
  const earlier =
    held.length === 0 && (isManual || !isChange) ? [undefined] : held.filter((commit) => commit !== known);
  const former = earlier.map((commit) => {
    const before = baseBefore(run, commit);
    return { at: { ...run, base: () => before }, naming: commit === undefined ? OF_COMMIT_BEFORE : ofCommit(commit) };
  });
  const isPush = run.event.pull === undefined;
  return base.state === 'none' ? former : [{ at: run, naming: isPush ? OF_COMMIT_BEFORE : OF_BASE }, ...former];
}
