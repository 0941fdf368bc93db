/** The interface of a fleet: its options, the options of a rollout, and its methods. */

import type { Finding } from '../model/finding.ts';
import type { Counted, Thresholds } from '../model/fleet.ts';
import type { FailedFor } from '../model/rollout.ts';
import type { Sample } from '../model/rollout-report.ts';
import type { ReviewedCluster, RolloutStatus } from '../model/rollout-status.ts';
import type { Telemetry } from '../model/telemetry.ts';
import type { LedgerActions } from '../reconciler/ledger-types.ts';
import type { Prepared } from '../reconciler/prepare.ts';
import type { Database } from './database/database.ts';
import type { FleetRead } from './read/read.ts';
import type { Approving } from './rollout/approval.ts';
import type { LeftAlone } from './rollout/configuration.ts';
import type { EventRow } from './store/rollout-statements.ts';
import type { FleetAccounts } from './worker/accounts.ts';
import type { OnFleetExchange } from './worker/reconcilers.ts';

export interface FleetOptions extends FleetAccounts {
  readonly database: Database;
  /** Result of `prepare`. The options here override the fleet section of its files. */
  readonly prepared: Prepared;
  /** Number of accounts that may have a certain kind of change. Stored with each planned rollout (default: the thresholds of the files). */
  readonly thresholds?: Thresholds | undefined;
  /** Called for each try of a call, with its account. Errors that it throws are ignored. */
  readonly onExchange?: OnFleetExchange | undefined;
  /** Of `openTelemetry()` of trueup/telemetry: each plan and apply of an account is an operation. What it throws changes no result. */
  readonly telemetry?: Telemetry | undefined;
  /** Called once if the telemetry throws. Errors that it throws are ignored. */
  readonly onWarning?: ((message: string) => void) | undefined;
  /** Of one plan or apply of one account, and of one answer of `account` and of `find` and `list` of the installations (default: 600,000). */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds between two looks of a worker that has nothing to do (default: 1,000). */
  readonly pollMs?: number | undefined;
}

export interface RolloutOptions {
  /** Such as `1%,10%,50%,100%`, which is the default. */
  readonly waves?: string | undefined;
  /** Milliseconds between the end of a wave and the next wave (default: 1,800,000). */
  readonly soakMs?: number | undefined;
  /** Percentage of the changed accounts of a wave that may fail (default: 1). */
  readonly maxFailedPercent?: number | undefined;
  /** Over all waves (default: 0). */
  readonly maxUncertain?: number | undefined;
  /**
   * Milliseconds that an account may be deferred before it has failed (default: 3,600,000). A deferred account delays its wave no longer.
   */
  readonly patienceMs?: number | undefined;
  /** Description for people, such as a commit. */
  readonly note?: string | undefined;
  /** Name of the person who makes it. */
  readonly by?: string | undefined;
}

/** For people, in the events. */
export interface Who {
  readonly by?: string | undefined;
}

/** All accounts when both are left out. */
export interface Selecting {
  /** Accounts that have all of these labels. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly hubIds?: readonly number[] | undefined;
}

export interface Working {
  /** Number of accounts that run together (default: 16). An account gives its slot away after a second; at most twice as many run. */
  readonly slots?: number | undefined;
  /** Nothing is begun after it; what runs ends. */
  readonly signal?: AbortSignal | undefined;
}

export interface WorkOptions {
  readonly untilDone?: boolean | undefined;
  /** Called once for each skipped rollout. Errors that it throws are ignored. */
  readonly onLeft?: ((left: LeftAlone) => void) | undefined;
}

/**
 * Requests of a person. Every method throws DatabaseError, and UsageError `rollout-unknown` or `rollout-refused` if the phase does not
 * allow it.
 */
export interface FleetSteering {
  pause(rollout: string, who?: Who): Promise<void>;
  resume(rollout: string, who?: Who): Promise<void>;
  abort(rollout: string, who?: Who): Promise<void>;
  /**
   * Tries accounts again that failed, are uncertain or were skipped: those with this reason, or all. Returns their number. A rollout that has stopped, is paused or is
   * done is then resumed. Throws UsageError `rollout-superseded` if a newer rollout has started with such an account.
   */
  retry(rollout: string, because?: FailedFor, who?: Who): Promise<number>;
}

/** The actions on the ledger of an account, with those of its apps, which all their accounts share. */
export type FleetLedger = Omit<LedgerActions, 'claim' | 'keepPolicies'>;

/** Every method throws UsageError `rollout-unknown` for a rollout that is not there, and DatabaseError. */
export interface Fleet extends FleetSteering {
  /**
   * Plans every account and returns the id of the rollout. With `resume`, plans the accounts without a plan of a rollout of any kind,
   * before its first wave. Several processes may plan one rollout. Throws UsageError `configuration-differs` if the rollout was planned
   * with other files, and `rollout-refused`.
   */
  plan(options?: RolloutOptions & Working & Selecting & { readonly resume?: string | undefined }): Promise<string>;
  /**
   * Plans a rollout that restores the values which the given rollout overwrote in the accounts of its runs. Returns the id of the new
   * rollout, which needs review, approval and start. Throws UsageError `rollout-refused` while accounts may still run.
   */
  revert(rollout: string, options?: RolloutOptions & Working): Promise<string>;
  /** Compares every account with its last apply, and changes nothing. Returns the id of a finished rollout, with the drift as clusters. */
  drift(options?: Pick<RolloutOptions, 'by' | 'note'> & Working & Selecting): Promise<string>;
  clusters(rollout: string): Promise<readonly ReviewedCluster[]>;
  /** Of one account of the cluster: its plan, or its drift in a drift rollout. */
  sample(rollout: string, shape: string): Promise<Sample | undefined>;
  /**
   * Returns a finding for each broken threshold of the plan, and of `thresholds` (default: those of this fleet). Thresholds in
   * `over` are ignored.
   */
  findings(rollout: string, thresholds?: Thresholds, over?: readonly Counted[]): Promise<readonly Finding[]>;
  /**
   * Returns the digests if the rollout was planned with other files. Workers of this fleet then skip the rollout. Returns undefined
   * otherwise.
   */
  differs(rollout: string): Promise<LeftAlone | undefined>;
  /**
   * The shapes that are approved by this. Throws UsageError `approval-refused`, `rollout-refused`; UnsafePlanError while a threshold is
   * broken that is not in `overThreshold`.
   */
  approve(
    rollout: string,
    approving: Approving & { readonly by: string; readonly overThreshold?: readonly Counted[] | undefined },
  ): Promise<readonly string[]>;
  /**
   * Opens the first wave. Workers run its accounts. `how` replaces the options of the plan; `by` is the person who starts it. Throws UsageError `rollout-refused`, `waves-invalid` and `argument-invalid`. Throws `rollout-superseded` if a newer rollout has the same accounts. Throws `rollout-under-way` if an older rollout still has to run some of them.
   */
  rollout(rollout: string, how?: Omit<RolloutOptions, 'note'>): Promise<void>;
  /**
   * Returns the ledger actions of an account, for example to settle a call with an unknown effect. Works in every state of the account;
   * only `adopt` calls the service. Throws UsageError `installation-unknown`, `argument-invalid`, ConfigError.
   */
  ledger(hubId: number): Promise<FleetLedger>;
  status(rollout: string): Promise<RolloutStatus>;
  events(rollout: string): Promise<readonly EventRow[]>;
  /** Reads that need only the database. */
  readonly read: FleetRead;
  /**
   * Runs accounts until the signal aborts. With `untilDone`, ends when no rollout is under way. Returns the number of accounts that it
   * finished. Skips rollouts that were planned with other files, and reports each once to `onLeft`. With `untilDone`, throws UsageError
   * `configuration-differs` if only such rollouts are left.
   */
  work(options?: Working & WorkOptions): Promise<number>;
}
