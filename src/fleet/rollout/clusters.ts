/** Shapes of plans and of drift. Accounts of the same shape are a cluster, which a person reviews once. */

import { computeShape, shapeOfDrift } from '../../engine/shape.ts';
import { ACTIONS, type Action, RISKS, type Risk } from '../../model/change.ts';
import { type DriftReport, type DriftStatus, selectDiffering } from '../../model/drift.ts';
import type { Plan } from '../../model/plan.ts';
import { RISK_NAMES, type RiskName } from '../../model/risk.ts';
import type { Standing } from '../../model/rollout.ts';
import type { DriftCounts } from '../../model/rollout-status.ts';

/** Facts that every plan of a shape shares. */
export interface Shape {
  /** 20 hex digits; by the first eight or more it is approved. */
  readonly shape: string;
  readonly standing: Standing;
  /** Number of changes of each action in a plan. Kept resources do not count. */
  readonly actions: Readonly<Partial<Record<Action, number>>>;
  /** Severities above `safe` of the changes that are not blocked. */
  readonly severities: readonly Risk[];
  /** Risks with a consent, of the changes that are not blocked. */
  readonly risks: readonly RiskName[];
}

export function shapeIn(plan: Plan): Shape {
  const planned = plan.changes.filter(({ action }) => action !== 'keep');
  const carried = planned.filter(({ action }) => action !== 'blocked');
  const severities = RISKS.filter((risk) => risk !== 'safe' && carried.some((change) => change.risk === risk));
  const risks = RISK_NAMES.filter((name) => carried.some((change) => change.risks.includes(name)));
  const actions = ACTIONS.map(
    (action) => [action, planned.filter((change) => change.action === action).length] as const,
  );
  return {
    shape: computeShape(plan),
    standing: standingOf(plan, { severities, risks, isEmpty: planned.length === 0 && plan.calls.length === 0 }),
    actions: Object.fromEntries(actions.filter(([, count]) => count > 0)),
    severities,
    risks,
  };
}

function standingOf(
  { applyable, complete, hostChange }: Plan,
  { severities, risks, isEmpty }: Pick<Shape, 'severities' | 'risks'> & { readonly isEmpty: boolean },
): Standing {
  if (!applyable || !complete) return 'blocked';
  if (severities.length > 0 || risks.length > 0 || hostChange !== undefined) return 'risky';
  return isEmpty ? 'empty' : 'safe';
}

/** Returns what accounts with the same drift have in common. */
export function shapeInDrift(report: DriftReport): Shape & { readonly drift: DriftCounts } {
  const differing = selectDiffering(report);
  const count = (of: DriftStatus): number => differing.filter(({ status }) => status === of).length;
  const drift = { drifted: count('drifted'), gone: count('gone'), unseen: count('unverifiable') };
  return {
    shape: shapeOfDrift(report),
    standing: standingOfDrift(drift, report.findings.length > 0),
    actions: {},
    severities: [],
    risks: [],
    drift,
  };
}

function standingOfDrift({ drifted, gone, unseen }: DriftCounts, isTold: boolean): Standing {
  if (drifted + gone > 0) return 'drifted';
  return unseen > 0 || isTold ? 'unverified' : 'empty';
}
