/** What somebody allowed for the plans of merges: each for what it brings itself, and for nothing that another one brings. */

import { changeDigests, type Plan, planDigest } from '../index.ts';
import type { Waiting } from './merged.ts';
import type { PolicyBases } from './policy-bases.ts';

export interface Allowance {
  /** Digests of what it may need. */
  readonly needs: ReadonlySet<string>;
  /** Digests of the changes that it was given for. */
  readonly changes: ReadonlySet<string>;
}

/** A plan that was too large to keep its changes stands for all of them, or for none. */
export function allowancesOf(
  merged: readonly Pick<Waiting, 'pull' | 'approval'>[],
  before: PolicyBases['before'],
  plan: Plan,
): readonly Allowance[] {
  return merged.flatMap(({ pull, approval }) => {
    const { allowed = [] } = before.get(pull.number) ?? {};
    if (approval === undefined || allowed.length === 0) return [];
    const whole = approval.digest === planDigest(plan) ? [...changeDigests(plan).values()] : [];
    return [{ needs: new Set(allowed), changes: new Set(approval.changes ?? whole) }];
  });
}

/** By one of them alone: how many changes several bring together nobody was asked. */
export function isCoveredBy(
  allowances: readonly Allowance[],
  { digest, about }: { readonly digest: string; readonly about: readonly string[] },
): boolean {
  return allowances.some(({ needs, changes }) => needs.has(digest) && about.every((change) => changes.has(change)));
}
