/** Determines the source of an account's plan: the files, or the runs of the reverted rollout. */

import type { Plan } from '../../model/plan.ts';
import type { Consent } from '../../model/policy.ts';
import { isRemovalRisk, RISK_NAMES } from '../../model/risk.ts';
import type { RolloutKind } from '../../model/rollout.ts';
import type { Reconciler } from '../../reconciler/types.ts';
import { NOT_SHARED, type SharedRuns, sharedRuns } from '../ledger/shared-runs.ts';
import { readSource } from '../store/target-statements.ts';
import type { Reconciling } from './reconcilers.ts';

export interface Source {
  /** Runs to revert; null if the files are the source. */
  readonly runs: readonly string[] | null;
  /** Runs of all accounts of the app that changed the app. They are also in `runs`. */
  readonly shared: SharedRuns;
}

interface Sourced {
  readonly rollout: string;
  readonly kind: RolloutKind;
  readonly hubId: number;
}

export async function loadSource({ rollout, kind, hubId }: Sourced, parts: Reconciling): Promise<Source> {
  const [found] = kind === 'revert' ? await parts.database.query(readSource(rollout, hubId)) : [];
  if (found === undefined) return { runs: null, shared: NOT_SHARED };
  const { reverts, app, runs } = found;
  const shared = await sharedRuns({ rollout: reverts, app }, { ...parts, name: `account-${hubId}` });
  return { runs: [...new Set([...runs, ...shared.ids])], shared };
}

export async function planSource({ runs }: Source, reconciler: Reconciler): Promise<Plan> {
  if (runs === null) return reconciler.plan();
  return reconciler.revert({ run: runs, allow: await consented(runs, reconciler) });
}

/**
 * Returns consents for a revert, so that the policy of the files does not block it. Its removals count as risky, and a person approves them
 * by the name of the cluster.
 */
async function consented(runs: readonly string[], { ledger }: Reconciler): Promise<readonly Consent[]> {
  const calls = (await ledger.runs()).filter(({ run }) => runs.includes(run)).flatMap((run) => run.calls);
  const addresses = [...new Set(calls.flatMap(({ covers }) => covers))];
  return RISK_NAMES.flatMap((risk) =>
    isRemovalRisk(risk) ? addresses.map((address) => ({ risk, address })) : [{ risk }],
  );
}
