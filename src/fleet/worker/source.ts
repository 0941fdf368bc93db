/** What the plan of an account is made of: the files, or the runs of the rollout that is reverted. */

import type { Plan } from '../../model/plan.ts';
import type { Consent } from '../../model/policy.ts';
import { RISK_NAMES, type RiskName } from '../../model/risk.ts';
import type { Reconciler } from '../../reconciler/types.ts';
import type { SourceRow } from '../store/target-statements.ts';

export async function planFrom({ kind, runs }: SourceRow, reconciler: Reconciler): Promise<Plan> {
  if (kind !== 'revert') return reconciler.plan();
  return reconciler.revert({ run: runs, allow: await consented(runs, reconciler) });
}

/** What belongs to an app is removed only by a consent that names it. */
const NAMED: readonly RiskName[] = ['subscription-removal', 'event-property-removal'];

/**
 * A revert undoes what was approved, and no more than its runs did. So the limits of the files do not block it: what it removes is risky,
 * and a person approves it by the name of its cluster.
 */
async function consented(runs: readonly string[], { ledger }: Reconciler): Promise<readonly Consent[]> {
  const calls = (await ledger.runs()).filter(({ run }) => runs.includes(run)).flatMap((run) => run.calls);
  const addresses = [...new Set(calls.flatMap(({ covers }) => covers))];
  return [
    ...RISK_NAMES.map((risk) => ({ risk })),
    ...NAMED.flatMap((risk) => addresses.map((address) => ({ risk, address }))),
  ];
}
