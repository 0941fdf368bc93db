/** What plans are made from, for the first time or again: what was read, and what was requested. */

import type { PlanningInput } from '../engine/plan/planning.ts';
import type { Resolution } from '../model/desired.ts';
import type { PlanOptions } from './types.ts';

export type Seen = Pick<
  PlanningInput,
  'ledger' | 'live' | 'kinds' | 'hubId' | 'scopes' | 'holder' | 'quota' | 'timeZone' | 'now'
>;

export function planningInput(
  resolution: Resolution,
  seen: Seen,
  { allow = [], targets = [], overwrite = [] }: Pick<PlanOptions, 'allow' | 'targets' | 'overwrite'>,
): PlanningInput {
  return { ...seen, resolution, allow, targets, overwrite };
}
