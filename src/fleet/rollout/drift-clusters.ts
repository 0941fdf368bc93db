/** What accounts with the same drift have in common: they are told as one cluster. */

import { differingIn, shapeOfDrift } from '../../engine/shape.ts';
import type { DriftReport, DriftStatus } from '../../model/drift.ts';
import type { Standing } from '../../model/rollout.ts';
import type { DriftCounts } from '../../model/rollout-status.ts';
import type { Shape } from './clusters.ts';

export function shapeInDrift(report: DriftReport): Shape & { readonly drift: DriftCounts } {
  const differing = differingIn(report);
  const count = (of: DriftStatus): number => differing.filter(({ status }) => status === of).length;
  const drift = { drifted: count('drifted'), gone: count('gone'), unseen: count('unverifiable') };
  return {
    shape: shapeOfDrift(report),
    standing: standingOf(drift, report.findings.length > 0),
    actions: {},
    severities: [],
    risks: [],
    drift,
  };
}

function standingOf({ drifted, gone, unseen }: DriftCounts, isTold: boolean): Standing {
  if (drifted + gone > 0) return 'drifted';
  return unseen > 0 || isTold ? 'unverified' : 'empty';
}
