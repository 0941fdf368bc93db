/** The current status of a rollout: its waves, its accounts by state, and the event that it waits for. */

import type { Action, Risk } from './change.ts';
import type { RiskName } from './risk.ts';
import type { AskedFor, Awaited, FailedFor, Phase, RolloutKind, Standing, TargetState } from './rollout.ts';

export const ROLLOUT_STATUS_FORMAT = 'trueup.rollout-status/1';

/** Number of accounts in each state. Empty states are left out. */
export type AccountsByState = Readonly<Partial<Record<TargetState, number>>>;

/** A rollout that reverts another rollout. It was not aborted, or was aborted only after it began to revert. */
export interface RevertingRollout {
  readonly rollout: string;
  readonly phase: Phase;
}

export interface RolloutSummary {
  readonly rollout: string;
  readonly kind: RolloutKind;
  readonly phase: Phase;
  /** Purpose of the rollout, for readers. May be empty. */
  readonly note: string;
  /** User who created the rollout. Null if unknown. */
  readonly by: string | null;
  /** For a revert, the rollout that is reverted. */
  readonly reverts: string | null;
  /** The newest rollout that reverts this rollout. While it exists, this rollout does not continue. */
  readonly revertedBy: RevertingRollout | null;
  /** ISO time, as all times here. It is from the clock of the database. */
  readonly createdAt: string;
  /** The last open wave, from 1; 0 before the first. */
  readonly wave: number;
  readonly states: AccountsByState;
}

export interface WaveStatus {
  /** From 1. */
  readonly wave: number;
  /** Size of the wave as written: `10%`, `20`, `ring=canary`. */
  readonly takes: string;
  readonly accounts: number;
  /** Number of accounts that will be changed. It is the base of the failure percentage. */
  readonly changing: number;
  readonly states: AccountsByState;
  readonly startedAt: string | null;
  /** Time when all accounts of the wave had a result. */
  readonly endedAt: string | null;
}

/** A rollout of the same accounts. */
export interface OverlappingRollout {
  readonly rollout: string;
  readonly phase: Phase;
  /** True if the other rollout was created later. False if it was created earlier and still has to run the accounts. */
  readonly newer: boolean;
  /** Number of accounts that are in both. */
  readonly accounts: number;
}

export interface RolloutStatus extends RolloutSummary {
  readonly format: typeof ROLLOUT_STATUS_FORMAT;
  /** Time of the read. */
  readonly at: string;
  readonly startedAt: string | null;
  /** Time when the rollout was done or aborted. Null before that. */
  readonly endedAt: string | null;
  readonly waves: readonly WaveStatus[];
  /** Accounts that are in no wave, such as those that wait for approval. */
  readonly inNoWave: AccountsByState;
  readonly soak: {
    readonly ms: number;
    /** Null if no wave is being watched. */
    readonly until: string | null;
  };
  readonly errorBudget: {
    /** Percentage of the accounts of a wave that will be changed. */
    readonly maxFailedPercent: number;
    readonly maxUncertain: number;
    /** Reason why the budget is spent. Null if it is not. */
    readonly spent: string | null;
  };
  /** Last request of a user, and the user if known. Null before the start. */
  readonly asked: { readonly what: AskedFor; readonly by: string | null; readonly at: string } | null;
  /** The newest rollout that prevents the start of this rollout. Null if such a rollout is absent, or if this rollout has left its review. */
  readonly overlap: OverlappingRollout | null;
  /** Null if the rollout is over. `until` is the time of the next check, if it is known. */
  readonly waitsFor: { readonly what: Awaited; readonly until: string | null } | null;
}

export interface AccountRow {
  readonly hubId: number;
  readonly app: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly state: TargetState;
  /** Number from 1. Null if the account is in no wave. */
  readonly wave: number | null;
  /** Shape of the plan. Null if there is no plan. */
  readonly shape: string | null;
  /** Shape of the plan that was made when the account was run. */
  readonly freshShape: string | null;
  /** True if the plan changes something. */
  readonly changing: boolean;
  /** Number of times that a worker started the account. */
  readonly attempts: number;
  /** Number of workers that ended while they ran the account. */
  readonly workersLost: number;
  readonly because: FailedFor | null;
  /** Message for the user. */
  readonly message: string | null;
  readonly putOffUntil: string | null;
  /** Ids of its runs in the ledger, oldest first. */
  readonly runs: readonly string[];
  readonly changedAt: string | null;
}

/** Number of resources in each state, for each account of a cluster. */
export interface DriftCounts {
  /** Resources that changed since the last apply. */
  readonly drifted: number;
  readonly gone: number;
  /** Resources whose read failed. */
  readonly unseen: number;
}

/** Accounts whose plans make the same changes, or whose drift is the same. */
export interface ReviewedCluster {
  readonly shape: string;
  readonly standing: Standing;
  /** Number of changes of each action in a plan. Kept resources are not counted. */
  readonly actions: Readonly<Partial<Record<Action, number>>>;
  readonly severities: readonly Risk[];
  readonly risks: readonly RiskName[];
  readonly accounts: number;
  /** Number of accounts that wait for approval: all accounts, or only accounts that were planned again into a cluster with losses. */
  readonly waiting: number;
  /** Account whose plan is shown. */
  readonly sampleHub: number;
  readonly approvedBy: string | null;
  /** Null unless the cluster belongs to a drift rollout. */
  readonly drift: DriftCounts | null;
}
