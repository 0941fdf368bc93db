/** Decides which changes need attention, and why. Every report uses it. */

import type { Change } from '../model/change.ts';
import type { Plan } from '../model/plan.ts';

/** Codes of findings about drift that is kept. */
const HELD: readonly string[] = ['drift-held', 'revert-changed'];
/** Code of the finding about a missing dependency. With a waiver, it is only a note. */
const MISSING = 'reference-missing';

/** True if the change is blocked or loses something, so that a reviewer must see it. */
export function isCritical(change: Change): boolean {
  return change.action === 'blocked' || (change.risk !== 'safe' && change.action !== 'keep');
}

/** True if the change undoes a change of another user in the account. */
export function overwritesDrift({ action, because }: Change): boolean {
  return (action === 'update' || action === 'remove') && (because === 'account-changed' || because === 'both-changed');
}

/** True if the change creates a resource again that another user deleted. */
export function createsAgain({ action, because }: Change): boolean {
  return action === 'create' && because === 'account-changed';
}

/**
 * `held`: a change of the account is kept against the file. `missing`: a dependency is missing. `again`: a deleted resource is created.
 * Ordered by severity, the worst last.
 */
export const ATTENTION = ['held', 'missing', 'again', 'overwrites', 'destructive', 'blocked'] as const;
export type Attention = (typeof ATTENTION)[number];

/** The changes that need attention, by the worst of their reasons. */
export function attentionIn(plan: Pick<Plan, 'changes' | 'findings'>): ReadonlyMap<Attention, readonly Change[]> {
  const held = new Set(plan.findings.flatMap(({ code, address }) => (HELD.includes(code) ? (address ?? []) : [])));
  const missing = missingIn(plan);
  const worstOf = (change: Change): Attention | undefined => {
    if (change.action === 'blocked') return 'blocked';
    if (isCritical(change)) return 'destructive';
    if (overwritesDrift(change)) return 'overwrites';
    if (createsAgain(change)) return 'again';
    if (missing.has(change.address)) return 'missing';
    return change.because === 'held' || held.has(change.address) ? 'held' : undefined;
  };
  return Map.groupBy(
    plan.changes.filter((change) => worstOf(change) !== undefined),
    (change) => worstOf(change) ?? 'held',
  );
}

/** Returns the messages about missing dependencies by address. */
export function missingIn({ findings }: Pick<Plan, 'findings'>): ReadonlyMap<string, readonly string[]> {
  const found = findings.filter(({ code, severity }) => code === MISSING && severity === 'warning');
  const byAddress = Map.groupBy(found, ({ address = '' }) => address);
  return new Map([...byAddress].map(([address, own]) => [address, own.map(({ message }) => message)]));
}

/**
 * Why apply would refuse the plan, such as `10 changes blocked, 1 error`; undefined when it would not. `skipBlocked`: blocked
 * changes are left out, so only errors are in the way.
 */
export function refusalOf({ applyable, summary, findings }: Plan, skipBlocked = false): string | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (applyable || (skipBlocked && errors === 0)) return undefined;
  const parts = [
    ...(summary.blocked > 0 && !skipBlocked
      ? [`${summary.blocked} ${summary.blocked === 1 ? 'change' : 'changes'} blocked`]
      : []),
    ...(errors > 0 ? [`${errors} ${errors === 1 ? 'error' : 'errors'}`] : []),
  ];
  return parts.length === 0 ? 'it is not complete' : parts.join(', ');
}
