/** Complete report of a rollout: its status, its clusters with their changes, its accounts by result, and its events. */

import type { DriftReport } from './drift.ts';
import type { Finding } from './finding.ts';
import type { Plan } from './plan.ts';
import type { FailedFor, TargetState } from './rollout.ts';
import type { AccountsByState, ReviewedCluster, RolloutStatus } from './rollout-status.ts';

export const ROLLOUT_REPORT_FORMAT = 'trueup.rollout-report/1';

/** Result for one account: the planned changes or, in a drift rollout, the drift. */
export type Sample = Plan | DriftReport;

export interface ReportedCluster extends ReviewedCluster {
  readonly states: AccountsByState;
  /** Ascending. */
  readonly hubIds: readonly number[];
  readonly sample: Sample;
}

/** Accounts with the same result. */
export interface AccountGroup {
  readonly state: TargetState;
  readonly because: FailedFor | null;
  /** Message for the user. */
  readonly message: string | null;
  /** Ascending. */
  readonly hubIds: readonly number[];
}

export interface RolloutEvent {
  readonly at: string;
  /** Name such as `start-wave`. Further names may be added. */
  readonly kind: string;
  /** Number from 1. Null if the event belongs to no wave. */
  readonly wave: number | null;
  /** User who asked for it. Null if unknown. */
  readonly by: string | null;
  /** Message for the user. Null if the kind is sufficient. */
  readonly message: string | null;
}

export interface RolloutReport {
  readonly format: typeof ROLLOUT_REPORT_FORMAT;
  readonly status: RolloutStatus;
  /** Broken thresholds. */
  readonly findings: readonly Finding[];
  /** Largest first. */
  readonly clusters: readonly ReportedCluster[];
  /** Groups with failures come first, then larger groups. */
  readonly accounts: readonly AccountGroup[];
  /** Oldest first. */
  readonly events: readonly RolloutEvent[];
}
