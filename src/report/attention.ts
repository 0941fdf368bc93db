/** Decides which changes need attention, and why apply refuses a plan. Every report uses it. */

import type { Change } from '../model/change.ts';
import { countOf } from '../model/finding.ts';
import type { Plan } from '../model/plan.ts';

/** Codes of findings about drift that is kept. */
const HELD: readonly string[] = ['drift-held', 'revert-changed'];
/** Code of the finding about a missing dependency. With a waiver, it is only a note. */
const MISSING = 'reference-missing';

/** True if the change is blocked or loses something, so that a reviewer must see it. */
export function isCritical(change: Change): boolean {
  return change.action === 'blocked' || (change.risk !== 'safe' && change.action !== 'keep');
}

/** Returns the addresses of changes that are blocked, lose something, undo a change of another user, lack a dependency, or are held. */
export function findAttention({ changes, findings }: Pick<Plan, 'changes' | 'findings'>): ReadonlySet<string> {
  const found = findings.filter(
    ({ code, severity }) => HELD.includes(code) || (code === MISSING && severity === 'warning'),
  );
  const addresses = changes.filter((change) => isCritical(change) || isUndoing(change)).map(({ address }) => address);
  return new Set([...addresses, ...found.flatMap(({ address }) => address ?? [])]);
}

/** True if the change undoes a change or a deletion of another user, or keeps it against the files. */
function isUndoing({ action, because }: Change): boolean {
  if (because === 'held') return true;
  return action !== 'keep' && action !== 'forget' && (because === 'account-changed' || because === 'both-changed');
}

/**
 * Why apply would refuse the plan, such as `10 changes blocked, 1 error`; undefined when it would not. `skipBlocked`: blocked
 * changes are left out, so only errors are in the way.
 */
export function describeRefusal({ applyable, summary, findings }: Plan, skipBlocked = false): string | undefined {
  const errors = countOf(findings, 'error');
  if (applyable || (skipBlocked && errors === 0)) return undefined;
  const parts = [
    ...(summary.blocked > 0 && !skipBlocked
      ? [`${summary.blocked} ${summary.blocked === 1 ? 'change' : 'changes'} blocked`]
      : []),
    ...(errors > 0 ? [`${errors} ${errors === 1 ? 'error' : 'errors'}`] : []),
  ];
  return parts.length === 0 ? 'it is not complete' : parts.join(', ');
}
