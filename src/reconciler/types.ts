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
  /** Project of loadProject or parseProject. */
  readonly config: Project;
  /** Name of one of the configuration's accounts; may be left out when there is only one. */
  readonly account?: string | undefined;
  /** Prepared project of `forAccount`, so that the project is not resolved again. */
  readonly prepared?: PreparedAccount | undefined;
  /** Values of `${env.NAME}` (default: none). */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * Hosts that a token may be sent to: `host`, `host:port` or `*.domain`. Without a port, the port of https. `api.hubapi.com` includes the
   * vendor's regions, `localhost` this machine at any port. Default: these two. Files cannot add hosts.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Ledger store (default: files in `.trueup` next to the first file of the configuration). */
  readonly ledger?: LedgerStore | undefined;
  /**
   * Returns a valid access token of the account, instead of the configured credentials. Called again with `rejected: true` if the service
   * refuses a token.
   */
  readonly fetchToken?: FetchToken | undefined;
  /** Names of variables with credentials, in addition to those in `auth` and `developerKey`. The files may use them only there. */
  readonly credentials?: readonly string[] | undefined;
  /**
   * Names of variables that the files may use outside of `auth` and `apps`. With this list, `env` is closed: `auth` and `apps` may use only
   * `credentials`, and the rest only this list.
   */
  readonly environment?: readonly string[] | undefined;
  /**
   * Scrubber that collects every secret of the run and removes secrets from texts. Share it with every writer of a log (default: a new scrubber).
   */
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
  /** Addresses that limit the plan, together with their dependencies. Empty or absent: everything. */
  readonly targets?: readonly string[] | undefined;
  readonly allow?: readonly Consent[] | undefined;
  /** Addresses whose drift is overwritten although the account says `drift: hold`. */
  readonly overwrite?: readonly string[] | undefined;
  /** Reads in flight at most; 8 when left out. */
  readonly concurrency?: number | undefined;
  /** Settings that replace those of the configuration, to see the plan under them. Such a plan is not for apply. */
  readonly terms?: Terms | undefined;
}

export interface ListOptions {
  /** Every kind when left out. */
  readonly kind?: KindName | undefined;
  /** Object types in any spelling (default: those of configuration and ledger). If `kinds` is absent, only kinds with object types are listed. */
  readonly objects?: readonly string[] | undefined;
  /** True to list only resources that users made and no file declares, and undeclared options of declared properties. */
  readonly undeclared?: boolean | undefined;
  /** Reads in flight at most; 8 when left out. */
  readonly concurrency?: number | undefined;
}

export interface PullOptions {
  /** Kinds and addresses, in which `*` matches any characters (default: everything). */
  readonly patterns?: readonly string[] | undefined;
  /** Object types in any spelling; contacts, companies, deals and those of configuration and ledger when left out. Kinds that belong to none are then left out. */
  readonly objects?: readonly string[] | undefined;
  /** Patterns of resources that are included although they, or their group, belong to the service. */
  readonly include?: readonly string[] | undefined;
  /** True to take over only changes of declared resources in the account, without additions. */
  readonly drift?: boolean | undefined;
  /** True to write additions to the main file. */
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
  /**
   * Id of the run, or its beginning (default: the newest run). Several whole ids give one plan that restores the state before all of them.
   */
  readonly run?: string | readonly string[] | undefined;
  /** Addresses that are restored even if another user changed them after the run. */
  readonly overwrite?: readonly string[] | undefined;
}

export interface ApplyOptions {
  /** Calls in flight at most; 8 when left out. */
  readonly concurrency?: number | undefined;
  /** Apply the rest when some changes are blocked. */
  readonly skipBlocked?: boolean | undefined;
  /** Account id that a person typed, required for a protected account. A saved plan needs none. */
  readonly confirm?: number | undefined;
  /** The plan was saved earlier: its fingerprint is checked again before the first write. */
  readonly saved?: boolean | undefined;
  /** Digest of the reviewed plan. The plan must equal it, or the rest of it after an interrupted run. Includes `saved`. */
  readonly reviewed?: string | undefined;
  /** Called with the id of the run before the first write, after the lock was taken and the plan checked. An error ends the apply. */
  readonly whenLocked?: ((run: string) => Promise<void>) | undefined;
}

export interface RecoverOptions {
  /** Called after the lock was taken, before any read or repetition. An error ends the recovery. */
  readonly whenLocked?: (() => Promise<void>) | undefined;
}

export interface Reconciler {
  readonly account: Account;
  /** Offline findings, rules included. */
  readonly findings: readonly Finding[];
  /**
   * Creates a plan. Writes nothing. Throws ConfigError for a finding of severity error, UnsafePlanError for an unknown address in the options, ApiError, TransportError, AuthError and LedgerError.
   */
  plan(options?: PlanOptions): Promise<Plan>;
  /**
   * Creates a plan that restores the values that a run overwrote. Writes nothing. Throws UsageError if there is no such run; ApiError,
   * TransportError, AuthError, LedgerError.
   */
  revert(options?: RevertOptions): Promise<Plan>;
  /**
   * Settles the calls that a run of the reviewed plan left open: reads them back, or repeats those that are repeatable. Does nothing if a
   * call of another plan is open. Throws AuthError, LedgerError.
   */
  recover(reviewed: string, options?: RecoverOptions): Promise<void>;
  /** Throws UnsafePlanError, StalePlanError, AuthError, LedgerError before the first write; after it, outcomes tell. */
  apply(plan: Plan, options?: ApplyOptions): Promise<ApplyResult>;
  /** Compares the account with what was last applied. Throws ConfigError for a finding of severity error, AuthError, LedgerError. */
  drift(): Promise<DriftReport>;
  /**
   * Lists the contents of the account, read if the surface has a read, or from the ledger. Throws ConfigError for a finding of severity error,
   * UsageError if object types are given for a kind without them; ApiError, TransportError, AuthError, LedgerError.
   */
  list(options?: ListOptions): Promise<Inventory>;
  /**
   * Explains an address: its declaration, the account's values, the last apply, and the decision of a plan. Makes the reads of a plan, and
   * writes nothing. Throws UsageError if the text is not an address, and the errors of `plan`.
   */
  explain(address: Address): Promise<Explanation>;
  /**
   * Returns the files as they would declare the contents of the account. Writes neither files nor ledger. Throws ConfigError for a finding of severity error, UsageError for a pattern of no kind, ApiError, TransportError, AuthError and LedgerError.
   */
  pull(options?: PullOptions): Promise<Pull>;
  /**
   * Reads the account for `compare` of another reconciler. Writes nothing. Throws ConfigError for a finding of severity error, UsageError for a pattern of no kind, ApiError, TransportError, AuthError and LedgerError.
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
