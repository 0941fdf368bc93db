/** Clusters: the plans of a fleet by shape, so that a person reviews what differs and not every account. */

import { shapeOf } from '../../engine/shape.ts';
import { ACTIONS, type Action, RISKS, type Risk } from '../../model/change.ts';
import type { Plan } from '../../model/plan.ts';
import { RISK_NAMES, type RiskName } from '../../model/risk.ts';
import type { Standing } from '../../model/rollout.ts';

/** What every plan of one shape has in common. */
export interface Shape {
  /** 20 hex digits; by the first eight or more it is approved. */
  readonly shape: string;
  readonly standing: Standing;
  /** How many changes of each action a plan has; what is kept is not counted. */
  readonly actions: Readonly<Partial<Record<Action, number>>>;
  /** Of its changes that are not blocked; `safe` alone is left out. */
  readonly severities: readonly Risk[];
  /** That were consented to, of its changes that are not blocked. */
  readonly risks: readonly RiskName[];
}

export interface Cluster extends Shape {
  /** How many accounts have such a plan. */
  readonly accounts: number;
  /** That of the account with the lowest id. */
  readonly sample: { readonly hubId: number; readonly plan: Plan };
}

export interface PlannedAccount {
  readonly hubId: number;
  readonly plan: Plan;
}

/** By shape. */
export type Clusters = ReadonlyMap<string, Cluster>;

export function shapeIn(plan: Plan): Shape {
  const planned = plan.changes.filter(({ action }) => action !== 'keep');
  const carried = planned.filter(({ action }) => action !== 'blocked');
  const severities = RISKS.filter((risk) => risk !== 'safe' && carried.some((change) => change.risk === risk));
  const risks = RISK_NAMES.filter((name) => carried.some((change) => change.risks.includes(name)));
  const actions = ACTIONS.map(
    (action) => [action, planned.filter((change) => change.action === action).length] as const,
  );
  return {
    shape: shapeOf(plan),
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

/** Keeps one plan of each shape: what is held grows with the shapes, not with the accounts. An account is folded in once. */
export function clustersOf(accounts: Iterable<PlannedAccount>): Clusters {
  const clusters = new Map<string, Cluster>();
  for (const { hubId, plan } of accounts) {
    const shape = shapeIn(plan);
    const before = clusters.get(shape.shape);
    const isLower = before === undefined || hubId < before.sample.hubId;
    clusters.set(shape.shape, {
      ...shape,
      accounts: (before?.accounts ?? 0) + 1,
      sample: isLower ? { hubId, plan } : before.sample,
    });
  }
  return clusters;
}

/** By the number of accounts, then by shape: the order in which they were planned does not show. */
export function largestFirst<C extends Pick<Cluster, 'accounts' | 'shape'>>(clusters: Iterable<C>): readonly C[] {
  return [...clusters].sort((a, b) => b.accounts - a.accounts || (a.shape < b.shape ? -1 : 1));
}
