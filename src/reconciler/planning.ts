/** Inputs of plans, new or repeated: the reads and the options. */

import type { PlanningInput } from '../engine/plan/planning.ts';
import type { Resolution } from '../model/desired.ts';
import { sharedHubFindings } from './shared-hub.ts';
import type { PlanOptions } from './types.ts';

export type Seen = Pick<
  PlanningInput,
  'ledger' | 'live' | 'kinds' | 'hubId' | 'scopes' | 'holder' | 'quota' | 'timeZone' | 'shared' | 'called' | 'now'
>;

export function planningInput(
  resolution: Resolution,
  seen: Seen,
  { allow = [], targets = [], overwrite = [] }: Pick<PlanOptions, 'allow' | 'targets' | 'overwrite'>,
): PlanningInput {
  const findings = [...resolution.findings, ...sharedHubFindings(resolution, seen.hubId)];
  return { ...seen, resolution: { ...resolution, findings }, allow, targets, overwrite };
}
