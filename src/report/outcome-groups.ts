/** The order of outcomes in reports: what went well, then failures, then the changes that were skipped because of them. */

import type { Outcome, OutcomeStatus } from '../model/outcome.ts';

export const OUTCOME_ORDER: readonly OutcomeStatus[] = [
  'applied',
  'accepted',
  'conflict',
  'failed',
  'uncertain',
  'skipped',
];

/** Each cause stands before its consequences. */
export function inOrder(outcomes: readonly Outcome[]): readonly Outcome[] {
  const byStatus = Map.groupBy(outcomes, ({ status }) => status);
  return OUTCOME_ORDER.flatMap((status) => byStatus.get(status) ?? []);
}
