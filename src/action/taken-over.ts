/** What an apply that allows a looser policy takes over by that: said also where it has nothing to do. */

import type { Plan, Reconciler } from '../index.ts';
import type { Policies } from './policies.ts';
import { isAllowed, policyChanges } from './policy-changes.ts';
import { takenOver } from './policy-naming.ts';
import type { Run } from './run.ts';

interface Taking {
  readonly reconciler: Reconciler;
  readonly plan: Plan;
  readonly policies: Policies;
  /** Commits whose policies hold until then. */
  readonly before: readonly string[];
}

/** Markdown; empty where nothing is looser than before, or nobody allows that. */
export async function takenOverText(
  run: Run,
  account: string,
  { reconciler, plan, policies, before }: Taking,
): Promise<string> {
  if (!isAllowed(run) || before.length === 0) return '';
  const { commit } = run.checkout;
  const stricter = (await policies.strictest([commit, ...before])).filter((one) => one !== commit);
  const notices: string[] = [];
  for (const one of stricter) {
    const { notice } = await policyChanges(policies.at(one), account, reconciler, plan, { naming: takenOver(one) });
    if (notice !== '') notices.push(notice);
  }
  return notices.join('\n\n');
}
