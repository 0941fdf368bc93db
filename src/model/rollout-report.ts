/** Everything that there is to tell of a rollout: its status, its clusters with what they change, its accounts by what became of them, its events. */

import type { DriftReport } from './drift.ts';
import type { Finding } from './finding.ts';
import type { Plan } from './plan.ts';
import type { FailedFor, TargetState } from './rollout.ts';
import type { AccountsByState, ReviewedCluster, RolloutStatus } from './rollout-status.ts';

export const ROLLOUT_REPORT_FORMAT = 'trueup.rollout-report/1';

/** Of one account: what a rollout would change, or, where only drift was looked for, what has drifted. */
export type Sample = Plan | DriftReport;

export interface ReportedCluster extends ReviewedCluster {
  readonly states: AccountsByState;
  /** Ascending. */
  readonly hubIds: readonly number[];
  readonly sample: Sample;
}

/** Accounts of which the same is to be said. */
export interface AccountGroup {
  readonly state: TargetState;
  readonly because: FailedFor | null;
  /** For people. */
  readonly message: string | null;
  /** Ascending. */
  readonly hubIds: readonly number[];
}

export interface RolloutEvent {
  readonly at: string;
  /** Such as `start-wave`; others may be added. */
  readonly kind: string;
  /** From 1; null where it is of none. */
  readonly wave: number | null;
  /** Who asked for it, as far as that was said. */
  readonly by: string | null;
  /** For people; null where the kind says all. */
  readonly message: string | null;
}

export interface RolloutReport {
  readonly format: typeof ROLLOUT_REPORT_FORMAT;
  readonly status: RolloutStatus;
  /** Thresholds that are broken. */
  readonly findings: readonly Finding[];
  /** Largest first. */
  readonly clusters: readonly ReportedCluster[];
  /** What went wrong first, then larger groups first. */
  readonly accounts: readonly AccountGroup[];
  /** Oldest first. */
  readonly events: readonly RolloutEvent[];
}
