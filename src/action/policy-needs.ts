/** What of a plan is possible only under a looser policy. */

import { type Plan, planParts, type Reconciler, refusedBy, type Terms } from '../index.ts';
import { needDigest } from './policy-digests.ts';
import { planOptions, type Run } from './run.ts';

export interface Need {
  readonly text: string;
  /** Of what is needed: a change with all that it means, or what would refuse the plan, and where. */
  readonly digest: string;
  /** Digests of the changes that it means; none where its own digest says that, or where it is about no change. */
  readonly about: readonly string[];
}

/** `terms`: stricter ones than those of the files. Makes the reads of a plan for each. */
export async function needsOf(
  run: Run,
  reconciler: Reconciler,
  plan: Plan,
  terms: readonly Terms[],
): Promise<readonly Need[]> {
  const needs = new Map<string, Need>();
  for (const one of terms)
    for (const need of await needsUnder(run, reconciler, plan, one)) needs.set(need.digest, need);
  return [...needs.values()];
}

async function needsUnder(run: Run, reconciler: Reconciler, plan: Plan, terms: Terms): Promise<readonly Need[]> {
  const under = await reconciler.plan({ ...planOptions(run), terms });
  const possible = new Set(planParts({ ...under, changes: under.changes.filter(isMade) }).changes.values());
  const made = plan.changes.filter(isMade);
  const parts = planParts({ ...plan, changes: made }).changes;
  const unprotected = terms.protected && !reconciler.account.protected && made.length > 0;
  return [
    ...(unprotected ? [{ text: 'The account was protected.', digest: needDigest('protected'), about: [] }] : []),
    ...made.flatMap(({ action, address }) => {
      const part = parts.get(address) ?? '';
      return possible.has(part)
        ? []
        : [{ text: `${action} ${address}`, digest: needDigest('change', part), about: [] }];
    }),
    ...refusedBy(under.findings, plan.findings).map(({ code, address, message }) => ({
      text: `${code}: ${message}`,
      digest: needDigest('finding', code, address ?? ''),
      // One without an address, such as of too many changes, is about all of them.
      about: [...parts].flatMap(([at, part]) => (address === undefined || address === at ? part : [])),
    })),
  ];
}

/** Digests of what a plan changes. */
export function madeIn(plan: Plan): readonly string[] {
  return [...planParts({ ...plan, changes: plan.changes.filter(isMade) }).changes.values()];
}

export function isMade({ action }: Plan['changes'][number]): boolean {
  return action !== 'keep' && action !== 'blocked';
}
