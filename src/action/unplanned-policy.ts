/** The policy of what is applied without a plan of a merged pull request: a push, or a plan that a person names. */

import { defined } from '../contract/defined.ts';
import type { Plan, Reconciler } from '../index.ts';
import { type Allowance, allowancesOf } from './allowance.ts';
import { baseBefore } from './base-commit.ts';
import { isAllowed, NO_CHANGES, type PolicyChanges, policyChanges } from './policy-changes.ts';
import { beforeMerge, type Naming, OF_BASE, OF_COMMIT_BEFORE, ofCommit, ofCommitUnplanned } from './policy-naming.ts';
import type { Reviewed } from './reviewed.ts';
import type { Base, Run } from './run.ts';
import { notFound, undecided } from './unknown-policy.ts';

interface Compared {
  readonly reconciler: Reconciler;
  readonly plan: Plan;
  readonly reviewed: Reviewed;
}

interface Former {
  /** With the earlier commit as its base. */
  readonly at: Run;
  readonly naming: Naming;
  /** What somebody allowed for what is planned. */
  readonly allowances?: readonly Allowance[];
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
  const unclear = [...reviewed.before.values()].find(({ reason }) => reason !== undefined)?.reason;
  if (unclear !== undefined && !isAllowed(run)) return undecided(account, unclear);
  for (const { at, naming, allowances } of await against(run, reviewed, { plan, isManual })) {
    const changes = await policyChanges(at, account, reconciler, plan, { naming, ...defined({ allowances }) });
    if (changes.refusal !== undefined) return changes;
    all.push(changes);
  }
  return all.find(({ notice }) => notice !== '') ?? NO_CHANGES;
}

/**
 * What was there before the event, and what was allowed last, so that no push or merge after that goes by unseen. Where nothing was
 * allowed yet, a run that is no change itself is compared with the commit before its own. What is merged and not applied may need more
 * than its plan did: it keeps what held before it, also where the plan showed a looser policy.
 */
async function against(
  run: Run,
  reviewed: Reviewed,
  { plan, isManual }: { readonly plan: Plan; readonly isManual: boolean },
): Promise<readonly Former[]> {
  const { passed, held, isFirst } = reviewed;
  const isApproved = passed !== undefined && passed === run.checkout.commit;
  const base: Base = isApproved ? { state: 'none' } : await run.base();
  const isChange = !isApproved && (run.event.pull !== undefined || base.state !== 'none');
  const known = 'commit' in base ? base.commit : undefined;
  const earlier =
    held.length === 0 && (isManual || !isChange) ? [undefined] : held.filter((commit) => commit !== known);
  const former = earlier.map((commit) => ({
    at: runAt(run, commit),
    naming: commit === undefined ? OF_COMMIT_BEFORE : isFirst ? ofCommitUnplanned(commit) : ofCommit(commit),
  }));
  const all = [...former, ...beforeMerges(run, reviewed, plan, [...held, ...(known === undefined ? [] : [known])])];
  const isPush = run.event.pull === undefined;
  return base.state === 'none' ? all : [{ at: run, naming: isPush ? OF_COMMIT_BEFORE : OF_BASE }, ...all];
}

/** Only the plan that somebody names brings what was allowed for it. */
function beforeMerges(
  run: Run,
  { given, merged, before }: Reviewed,
  plan: Plan,
  others: readonly string[],
): readonly Former[] {
  const named = merged.filter(({ approval, isSpent }) => !isSpent && given !== undefined && approval?.digest === given);
  const allowances = allowancesOf(named, before, plan);
  const commits = new Map<string, number>();
  for (const [number, kept] of before) {
    for (const commit of kept.commits)
      if (!others.includes(commit) && !commits.has(commit)) commits.set(commit, number);
  }
  return [...commits].map(([commit, number]) => ({ at: runAt(run, commit), naming: beforeMerge(number), allowances }));
}

function runAt(run: Run, commit: string | undefined): Run {
  const before = baseBefore(run, commit);
  return { ...run, base: () => before };
}
