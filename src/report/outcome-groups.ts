/** Groups equal outcomes and orders them: successes, failures, then the changes that were skipped because of a failure. */

import type { Outcome, OutcomeStatus } from '../model/outcome.ts';

export const OUTCOME_ORDER: readonly OutcomeStatus[] = [
  'applied',
  'accepted',
  'conflict',
  'failed',
  'uncertain',
  'skipped',
];

/** Outcomes that differ in address and call only. */
export type EqualOutcomes = readonly [Outcome, ...Outcome[]];

/** Returns equal outcomes as groups, each cause before its consequences. */
export function outcomeGroups(outcomes: readonly Outcome[]): readonly EqualOutcomes[] {
  const groups = new Map<string, [Outcome, ...Outcome[]]>();
  for (const outcome of outcomes) {
    const group = groups.get(causeOf(outcome));
    if (group === undefined) groups.set(causeOf(outcome), [outcome]);
    else group.push(outcome);
  }
  const byStatus = Map.groupBy(groups.values(), ([{ status }]) => status);
  return OUTCOME_ORDER.flatMap((status) => byStatus.get(status) ?? []);
}

/** Returns the same text for equal outcomes. An advice with an address belongs to one outcome. */
function causeOf({ status, action, message, hint, fix, fields }: Outcome): string {
  return JSON.stringify([status, action, message, hint, fix, fields]);
}
