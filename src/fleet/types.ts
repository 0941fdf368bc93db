/** The interface of a fleet: what it is made of, what a rollout is told, and what it does. */

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
  /** Of `prepare`: with what its files say of a fleet, where nothing here says otherwise. */
  readonly prepared: Prepared;
  /** How many accounts may have a change of some kind. Kept with each rollout that is planned. Default: those of the files. */
  readonly thresholds?: Thresholds | undefined;
  /** Told of each try of a call, with the account that it is for; what it throws is left out. */
  readonly onExchange?: OnFleetExchange | undefined;
  /** Of `openTelemetry()` of trueup/telemetry: each plan and apply of an account is an operation. What it throws changes no result. */
  readonly telemetry?: Telemetry | undefined;
  /** Told once that the telemetry throws; what it throws itself is left out. */
  readonly onWarning?: ((message: string) => void) | undefined;
  /** Of one plan or apply of one account, and of one answer of `account` and of `find` and `list` of the installations (default: 600,000). */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds between two looks of a worker that has nothing to do (default: 1,000). */
  readonly pollMs?: number | undefined;
}

export interface RolloutOptions {
  /** Such as `1%,10%,50%,100%`, which is the default. */
  readonly waves?: string | undefined;
  /** How long a wave that has ended is watched (default: 1,800,000). */
  readonly soakMs?: number | undefined;
  /** Of the accounts of a wave that are changed (default: 1). */
  readonly maxFailedPercent?: number | undefined;
  /** Over all waves (default: 0). */
  readonly maxUncertain?: number | undefined;
  /** How long an account is put off before it has failed (default: 3,600,000): it holds its wave no longer than that. */
  readonly patienceMs?: number | undefined;
  /** What the rollout is of, for people, such as a commit. */
  readonly note?: string | undefined;
  /** Who makes it, for people. */
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
  /** Accounts at a time (default: 16). An account that takes longer than five seconds gives its slot away: at most twice as many run. */
  readonly slots?: number | undefined;
  /** Nothing is begun after it; what runs ends. */
  readonly signal?: AbortSignal | undefined;
}

export interface WorkOptions {
  readonly untilDone?: boolean | undefined;
  /** What it throws is left out. */
  readonly onLeft?: ((left: LeftAlone) => void) | undefined;
}

/** Every method throws UsageError `rollout-unknown` for a rollout that is not there, `rollout-refused` where its phase does not allow it, and DatabaseError. */
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
   * Plans every account and returns the id of the rollout. With `resume`, plans the accounts of a rollout that have no plan, of any kind, before its first
   * wave. Several processes may do so at a time. Throws UsageError `configuration-differs` if the rollout was planned with other files, and `rollout-refused`.
   */
  plan(options?: RolloutOptions & Working & Selecting & { readonly resume?: string | undefined }): Promise<string>;
  /**
   * Plans a rollout that puts back what this one overwrote, in the accounts where it began a run; the id of the new rollout, which is
   * reviewed, approved and rolled out as any other. Throws UsageError `rollout-refused` while accounts may still be run.
   */
  revert(rollout: string, options?: RolloutOptions & Working): Promise<string>;
  /** Compares every account with what was last applied, and changes nothing; the id of a rollout that is over, with its drift as clusters. */
  drift(options?: Pick<RolloutOptions, 'by' | 'note'> & Working & Selecting): Promise<string>;
  clusters(rollout: string): Promise<readonly ReviewedCluster[]>;
  /** Of one account of the cluster: its plan, or its drift in a drift rollout. */
  sample(rollout: string, shape: string): Promise<Sample | undefined>;
  /**
   * What breaks a threshold: one that the rollout was planned with, or one that is given (default: those of this fleet). Those in `over` may
   * be broken.
   */
  findings(rollout: string, thresholds?: Thresholds, over?: readonly Counted[]): Promise<readonly Finding[]>;
  /** Where the rollout was planned with another configuration: workers with this one leave it alone. */
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
   * Opens the first wave. Workers run its accounts. `how` replaces the options that it was planned with; `by` is who starts it. Throws UsageError
   * `rollout-refused`, `waves-invalid`, `argument-invalid`, `rollout-superseded` if a newer rollout has accounts of it, and `rollout-under-way`
   * if an older rollout still has to run some of them.
   */
  rollout(rollout: string, how?: Omit<RolloutOptions, 'note'>): Promise<void>;
  /**
   * For what only a person can tell, such as what became of a call whose reply was lost and that nothing reads back. Whatever the state of the account;
   * `adopt` alone calls it. Throws UsageError `installation-unknown`, `argument-invalid`, ConfigError.
   */
  ledger(hubId: number): Promise<FleetLedger>;
  status(rollout: string): Promise<RolloutStatus>;
  events(rollout: string): Promise<readonly EventRow[]>;
  /** What is read by the database alone. */
  readonly read: FleetRead;
  /**
   * Runs accounts until the signal, or with `untilDone` until no rollout is under way. How many accounts had their end by it. A rollout that was planned with other files
   * is left alone, and told once to `onLeft`; with `untilDone`, UsageError `configuration-differs` is thrown where nothing else is left.
   */
  work(options?: Working & WorkOptions): Promise<number>;
}
