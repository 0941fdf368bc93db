/** The order of outcomes in reports: what went well, then failures, then the changes that were skipped because of them. Equal outcomes are one group. */

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

/** Groups equal outcomes. Each cause stands before its consequences. */
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

/** Members that differ are left apart: an advice that names an address is that of one outcome. */
function causeOf({ status, action, message, hint, fix, fields }: Outcome): string {
  return JSON.stringify([status, action, message, hint, fix, fields]);
}
