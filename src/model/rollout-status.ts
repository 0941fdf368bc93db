/** A rollout as it stands: its waves, its accounts by state, what it waits for; and the rows that are read of it. */

import type { Action, Risk } from './change.ts';
import type { RiskName } from './risk.ts';
import type { AskedFor, Awaited, FailedFor, Phase, RolloutKind, Standing, TargetState } from './rollout.ts';

export const ROLLOUT_STATUS_FORMAT = 'trueup.rollout-status/1';

/** How many accounts are in each state; those that none is in are left out. */
export type AccountsByState = Readonly<Partial<Record<TargetState, number>>>;

/** That puts another one back, and was not aborted, or not before it began to. */
export interface RevertingRollout {
  readonly rollout: string;
  readonly phase: Phase;
}

export interface RolloutSummary {
  readonly rollout: string;
  readonly kind: RolloutKind;
  readonly phase: Phase;
  /** What it is of, for people; may be empty. */
  readonly note: string;
  /** Who made it, as far as that was said. */
  readonly by: string | null;
  /** Of a revert, the rollout that is put back. */
  readonly reverts: string | null;
  /** The newest one that puts this one back: while there is one, this one does not go on. */
  readonly revertedBy: RevertingRollout | null;
  /** ISO time, as all times here; by the clock of the database. */
  readonly createdAt: string;
  /** The last open wave, from 1; 0 before the first. */
  readonly wave: number;
  readonly states: AccountsByState;
}

export interface WaveStatus {
  /** From 1. */
  readonly wave: number;
  /** As it is written: `10%`, `20`, `ring=canary`. */
  readonly takes: string;
  readonly accounts: number;
  /** Of these, how many are to be changed: what the share of failures is measured with. */
  readonly changing: number;
  readonly states: AccountsByState;
  readonly startedAt: string | null;
  /** When all its accounts had a result. */
  readonly endedAt: string | null;
}

/** Another rollout of the same accounts. */
export interface OverlappingRollout {
  readonly rollout: string;
  readonly phase: Phase;
  /** True if it was made after this one, false if it was made before and still has to run the accounts. */
  readonly newer: boolean;
  /** Number of accounts that are in both. */
  readonly accounts: number;
}

export interface RolloutStatus extends RolloutSummary {
  readonly format: typeof ROLLOUT_STATUS_FORMAT;
  /** When it was read. */
  readonly at: string;
  readonly startedAt: string | null;
  /** When it was done or aborted; null while it is neither. */
  readonly endedAt: string | null;
  readonly waves: readonly WaveStatus[];
  /** Accounts that are in no wave, such as those that wait for approval. */
  readonly inNoWave: AccountsByState;
  readonly soak: {
    readonly ms: number;
    /** Null while no wave is watched. */
    readonly until: string | null;
  };
  readonly errorBudget: {
    /** Of the accounts of a wave that are to be changed. */
    readonly maxFailedPercent: number;
    readonly maxUncertain: number;
    /** Why it is spent; null while it is not. */
    readonly spent: string | null;
  };
  /** What a person last asked of it, and who, as far as that was said; null before it is started. */
  readonly asked: { readonly what: AskedFor; readonly by: string | null; readonly at: string } | null;
  /** The newest rollout that keeps this one from its start; null if there is none, or if this one is not in review. */
  readonly overlap: OverlappingRollout | null;
  /** Null when it is over. `until`: when it is looked at again, as far as that is known. */
  readonly waitsFor: { readonly what: Awaited; readonly until: string | null } | null;
}

export interface AccountRow {
  readonly hubId: number;
  readonly app: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly state: TargetState;
  /** From 1; null when it is in none. */
  readonly wave: number | null;
  /** Of its plan; null when it has none. */
  readonly shape: string | null;
  /** Of the plan that was made when it was run. */
  readonly freshShape: string | null;
  /** Whether its plan changes something. */
  readonly changing: boolean;
  /** How often a worker took it. */
  readonly attempts: number;
  /** How many workers ended while they had it. */
  readonly workersLost: number;
  readonly because: FailedFor | null;
  /** For people. */
  readonly message: string | null;
  readonly putOffUntil: string | null;
  /** Ids of its runs in the ledger, the oldest first. */
  readonly runs: readonly string[];
  readonly changedAt: string | null;
}

/** How many resources of each account of a cluster are so. */
export interface DriftCounts {
  /** Changed since they were last applied. */
  readonly drifted: number;
  readonly gone: number;
  /** Their read failed. */
  readonly unseen: number;
}

/** Accounts whose plans do the same, or whose drift is the same. */
export interface ReviewedCluster {
  readonly shape: string;
  readonly standing: Standing;
  /** How many changes of each action a plan has; what is kept is not counted. */
  readonly actions: Readonly<Partial<Record<Action, number>>>;
  readonly severities: readonly Risk[];
  readonly risks: readonly RiskName[];
  readonly accounts: number;
  /** Of these, how many wait for approval: all of them, or those that were planned again into a cluster that loses something. */
  readonly waiting: number;
  /** The account whose plan is shown. */
  readonly sampleHub: number;
  readonly approvedBy: string | null;
  /** Null unless it is of a drift rollout. */
  readonly drift: DriftCounts | null;
}
