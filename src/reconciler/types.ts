/** The interface of a reconciler: one account, its configuration and its ledger. */

import type { Exchange, FetchToken } from '../client/index.ts';
import type { Clock, NewId } from '../contract/clock.ts';
import type { Transport } from '../contract/http.ts';
import type { Scrubber } from '../contract/scrub.ts';
import type { Account } from '../model/account.ts';
import type { Address, KindName } from '../model/address.ts';
import type { Comparison } from '../model/comparison.ts';
import type { DriftReport } from '../model/drift.ts';
import type { OnEvent } from '../model/event.ts';
import type { Explanation } from '../model/explanation.ts';
import type { Finding } from '../model/finding.ts';
import type { Inventory } from '../model/inventory.ts';
import type { LedgerStore } from '../model/ledger.ts';
import type { ApplyResult } from '../model/outcome.ts';
import type { Plan } from '../model/plan.ts';
import type { Consent } from '../model/policy.ts';
import type { Project } from '../model/project.ts';
import type { Pull } from '../model/pull.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { Telemetry } from '../model/telemetry.ts';
import type { Terms } from '../model/terms.ts';
import type { LedgerActions } from './ledger-types.ts';
import type { PreparedAccount } from './prepared-account.ts';

export interface ReconcilerOptions {
  /** From loadProject or parseProject. */
  readonly config: Project;
  /** Name of one of the configuration's accounts; may be left out when there is only one. */
  readonly account?: string | undefined;
  /** From `forAccount` of prepare, with the rest of what it gives: the project is not resolved again. */
  readonly prepared?: PreparedAccount | undefined;
  /** What `${env.NAME}` reads. Nothing when left out. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * Where a token may be sent: `host`, `host:port` or `*.domain`; without a port, that of https. `api.hubapi.com` stands for each of
   * the vendor's regions, `localhost` for this machine at any port. Default: these two. No file can add a host.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Default: a file store in `.trueup` beside the first file of the configuration. */
  readonly ledger?: LedgerStore | undefined;
  /** Gives a valid access token of the account; replaces the configured credentials. Called once more with `rejected: true` for one that the service refuses. */
  readonly fetchToken?: FetchToken | undefined;
  /** Names of variables that are credentials, beside those that an `auth` or a `developerKey` names: the files may use them there and nowhere else. */
  readonly credentials?: readonly string[] | undefined;
  /**
   * Names of the variables that the files may use anywhere but in `auth` and `apps`. With this list, `env` is closed: `auth` and
   * `apps` can use the variables in `credentials`, everything else those in here, and nothing can use another one.
   */
  readonly environment?: readonly string[] | undefined;
  /** Learns every secret of the run, and takes them out of texts: share it with whatever writes a log. One of its own when left out. */
  readonly redaction?: Scrubber | undefined;
  readonly onEvent?: OnEvent | undefined;
  /** Spans and metrics: `openTelemetry()` of trueup/telemetry. */
  readonly telemetry?: Telemetry | undefined;
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /**
   * Maximum milliseconds that one call waits because the service asks for it or has a problem (default: 300,000). With 0 nothing waits:
   * an error of kind `rate` says when to come back.
   */
  readonly maxWaitMs?: number | undefined;
  /**
   * Maximum milliseconds of one plan, apply or other operation that calls the service, up to a day; as long as it takes when left out. What
   * writes nothing then throws TransportError `out-of-time` at once. An apply begins no further call, waits for those in flight and tells
   * all outcomes; while it still checks the account it throws too.
   */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  readonly newId?: NewId | undefined;
  /** Default: undici over the network. */
  readonly transport?: Transport | undefined;
}

export interface PlanOptions {
  /** Addresses to narrow the plan to, with what they depend on; empty or absent: everything. */
  readonly targets?: readonly string[] | undefined;
  readonly allow?: readonly Consent[] | undefined;
  /** Addresses whose drift is overwritten although the account says `drift: hold`. */
  readonly overwrite?: readonly string[] | undefined;
  /** Reads in flight at most; 8 when left out. */
  readonly concurrency?: number | undefined;
  /** In place of those of the configuration: what the plan would be under other ones. It is not for apply. */
  readonly terms?: Terms | undefined;
}

export interface ListOptions {
  /** Every kind when left out. */
  readonly kind?: KindName | undefined;
  /** Object types in any spelling; those of configuration and ledger when left out. Without a kind, kinds that belong to none are left out. */
  readonly objects?: readonly string[] | undefined;
  /** Only what somebody made and no file declares: resources, and options of those that are declared. */
  readonly undeclared?: boolean | undefined;
  /** Reads in flight at most; 8 when left out. */
  readonly concurrency?: number | undefined;
}

export interface PullOptions {
  /** Kinds and addresses, in which `*` stands for any characters; everything when left out. */
  readonly patterns?: readonly string[] | undefined;
  /** Object types in any spelling; contacts, companies, deals and those of configuration and ledger when left out. Kinds that belong to none are then left out. */
  readonly objects?: readonly string[] | undefined;
  /** Patterns of what is taken although it is the service's own, or in a group of its own. */
  readonly include?: readonly string[] | undefined;
  /** Only what changed in the account of what is declared: nothing is added. */
  readonly drift?: boolean | undefined;
  /** Write what is new to the main file. */
  readonly single?: boolean | undefined;
  /** Folder of new files, from that of the main file (default: schema). */
  readonly folder?: string | undefined;
  /** Reads in flight at most; 8 when left out. */
  readonly concurrency?: number | undefined;
}

export interface SnapshotOptions extends Pick<PullOptions, 'patterns' | 'objects' | 'concurrency'> {
  /** Patterns of the service's own definitions that are reported if only one side has them. */
  readonly include?: readonly string[] | undefined;
}

export interface RevertOptions extends Pick<PlanOptions, 'targets' | 'allow' | 'concurrency'> {
  /** Id of the run, or its beginning; the newest run when left out. Several whole ids: one plan that restores what was before all of them. */
  readonly run?: string | readonly string[] | undefined;
  /** Addresses that are restored although somebody changed them since the run. */
  readonly overwrite?: readonly string[] | undefined;
}

export interface ApplyOptions {
  /** Calls in flight at most; 8 when left out. */
  readonly concurrency?: number | undefined;
  /** Apply the rest when some changes are blocked. */
  readonly skipBlocked?: boolean | undefined;
  /** For a protected account: its id, typed by someone. A saved plan needs none. */
  readonly confirm?: number | undefined;
  /** The plan was saved earlier: its fingerprint is checked again before the first write. */
  readonly saved?: boolean | undefined;
  /**
   * Digest of the plan that somebody reviewed: this has to be that one, or what a run of it left when it was cut off.
   * Includes `saved`.
   */
  readonly reviewed?: string | undefined;
  /** Called with the id of the run once the lock is held and the plan is checked, before the first write: what it throws ends the apply. */
  readonly whenLocked?: ((run: string) => Promise<void>) | undefined;
}

export interface RecoverOptions {
  /** Called once the lock is held, before anything is read back or repeated: what it throws ends the recovery. */
  readonly whenLocked?: (() => Promise<void>) | undefined;
}

export interface Reconciler {
  readonly account: Account;
  /** Offline findings, rules included. */
  readonly findings: readonly Finding[];
  /** Throws ConfigError when a finding is an error; UnsafePlanError for an address in the options that nothing has; ApiError, TransportError, AuthError, LedgerError. Writes nothing. */
  plan(options?: PlanOptions): Promise<Plan>;
  /**
   * A plan that puts back what a run overwrote, for apply. Throws UsageError when there is no such run; ApiError,
   * TransportError, AuthError, LedgerError. Writes nothing.
   */
  revert(options?: RevertOptions): Promise<Plan>;
  /**
   * Finds out what became of the calls that a run of the plan with this digest left open: reads them back, or repeats them
   * where that does no harm. Does nothing when a call of another plan is open. Throws AuthError, LedgerError.
   */
  recover(reviewed: string, options?: RecoverOptions): Promise<void>;
  /** Throws UnsafePlanError, StalePlanError, AuthError, LedgerError before the first write; after it, outcomes tell. */
  apply(plan: Plan, options?: ApplyOptions): Promise<ApplyResult>;
  drift(): Promise<DriftReport>;
  /**
   * What the account holds: read where the surface has a read, else as the ledger has it. Throws UsageError when object types are
   * given for a kind that belongs to none; ApiError, TransportError, AuthError, LedgerError.
   */
  list(options?: ListOptions): Promise<Inventory>;
  /**
   * Where an address is declared, what the account has, what was last applied, and what a plan would do. Makes the reads of a plan. Throws
   * UsageError for what is no address; otherwise what `plan` throws. Writes nothing.
   */
  explain(address: Address): Promise<Explanation>;
  /**
   * What the files would be if they declared what the account holds. Writes nothing: neither the files nor the ledger. Throws ConfigError
   * when a finding is an error; UsageError for a pattern of no kind; ApiError, TransportError, AuthError, LedgerError.
   */
  pull(options?: PullOptions): Promise<Pull>;
  /**
   * Contents of the account for `compare` of another reconciler. Throws ConfigError if a finding is an error; UsageError for a pattern of no
   * kind; ApiError, TransportError, AuthError, LedgerError. Writes nothing.
   */
  snapshot(options?: SnapshotOptions): Promise<Snapshot>;
  /** Declarations of the files for `compare`. Makes no call. Throws ConfigError if a finding is an error; UsageError for a pattern of no kind. */
  declared(options?: SnapshotOptions): Snapshot;
  /**
   * Compares the account with a snapshot of another account or with the files. Throws as `snapshot`, and UsageError for a pattern that
   * matches nothing on either side. Writes nothing.
   */
  compare(left: Snapshot, options?: Pick<SnapshotOptions, 'concurrency'>): Promise<Comparison>;
  readonly ledger: LedgerActions;
  /** Releases sockets. */
  close(): Promise<void>;
}
