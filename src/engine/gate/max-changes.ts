/** Refuses a plan that touches a large share of what is known: usually the wrong account or the wrong files. */

import type { Finding } from '../../model/finding.ts';
import type { PlanSummary } from '../../model/plan.ts';
import type { Consent, Policy } from '../../model/policy.ts';

export const TOO_MANY_CHANGES = 'too-many-changes';

/** Creations do not count, and small accounts are exempt: there, one change is a large share. */
export function tooManyChanges(
  summary: PlanSummary,
  { percent, above }: Policy['maxChanges'],
  allow: readonly Consent[],
  /** How many resources are known, where the plan does not list all of them. */
  others = 0,
): readonly Finding[] {
  const changed = summary.update + summary.remove;
  const known = Math.max(others, changed + summary.keep + summary.blocked);
  const over = known > above && changed * 100 > percent * known;
  const consented = allow.some(({ risk, address }) => risk === 'max-changes' && address === undefined);
  if (!over || consented) return [];
  return [
    {
      code: TOO_MANY_CHANGES,
      severity: 'error',
      message: `The plan updates or removes ${changed} of ${known} known resources, more than ${percent} percent.`,
      hint: 'Look whether it is the right account and the right files; then consent with --allow max-changes.',
    },
  ];
}
