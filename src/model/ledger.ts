/** The ledger: the last apply to one account, and intentions that are not settled yet. */

import type { ApiCall } from '../contract/calls.ts';
import type { EndpointId } from '../contract/endpoints.ts';
import type { Address, KindName } from './address.ts';
import type { Basis } from './basis.ts';
import type { Fields } from './json.ts';
import type { InForce } from './terms.ts';

export const LEDGER_FORMAT = 'trueup.ledger/1';

/** Lineage of a ledger without any write. It is a constant, so that a plan can be based on it. */
export const UNWRITTEN = 'new';

/**
 * History of a resource that existed before the ledger recorded it. `recorded`: trueup never wrote it. `changed`: a call of trueup changed
 * it.
 */
export const FOUND = ['recorded', 'changed'] as const;
export type Found = (typeof FOUND)[number];

export interface LedgerRecord {
  readonly address: Address;
  readonly kind: KindName;
  /** Declared fields of the last apply, and no other fields. */
  readonly fields: Fields;
  /** File that declared the resource, relative to the root of the project. Absent if it is unknown. */
  readonly file?: string;
  /** Project that applied the resource, in the ledger of an app that several projects share. The ledger of an account does not need it. */
  readonly project?: string;
  /** Id that the service assigned. Absent if it assigned none. */
  readonly id?: string;
  readonly basis: Exclude<Basis, 'unknown'>;
  /** ISO time of the last apply, settle or adopt. */
  readonly at: string;
  readonly run: string;
  /** ISO time of the last change by the clock of the service, as a read after the last write showed it. Absent if no read did. */
  readonly changedAt?: string;
  /** Absent for a resource that trueup created. */
  readonly found?: Found;
}

/** Position of a call in a reviewed plan. These digests show whether another plan is the rest of the reviewed plan. */
export interface ReviewedPart {
  /** Digest of the reviewed plan. */
  readonly plan: string;
  /** Digest of the call's meaning. */
  readonly call: string;
  /** Digests of the changes that it covers. */
  readonly changes: readonly string[];
}

/** A call that is about to be made. Until it is settled, its effect is unknown. */
export interface Intention {
  readonly id: string;
  readonly run: string;
  /** ISO time. */
  readonly at: string;
  readonly call: ApiCall;
  readonly method: string;
  readonly path: string;
  readonly covers: readonly Address[];
  /** Known values of the covered resources before the call. Null if the resource did not exist. */
  readonly before: Readonly<Record<Address, Fields | null>>;
  /** Values after the call. The reply, or a read in its place, is compared with them. */
  readonly expects: Readonly<Record<Address, Fields | null>>;
  /** Sent instead of `call` if the service replies that the resource already exists. */
  readonly onConflict?: ApiCall;
  /** Records to write for the covered addresses when the call is known to have happened. Null: the record is removed. */
  readonly records: Readonly<Record<Address, LedgerRecord | null>>;
  /** Treatment of an unsettled intention at the next start: read it back, repeat it safely, or leave the decision to a user. */
  readonly recovery: 'read-back' | 'repeat' | 'ask';
  readonly reviewed?: ReviewedPart;
  /** Name of the user whose token makes the call, or the id if the service tells no name. Absent if it tells neither. */
  readonly by?: string;
  /** Account whose run made the intention, in the ledger of an app. The ledger of an account does not need it. */
  readonly account?: string;
  /** Project whose run made the intention, in the ledger of an app that several projects share. */
  readonly project?: string;
}

/**
 * A call that took effect, with the values that it overwrote. It is kept when the journal is compacted, without the body of the request.
 */
export interface AppliedCall {
  /** Id of the intention. */
  readonly id: string;
  readonly run: string;
  /** ISO time of the intention. */
  readonly at: string;
  readonly endpoint: EndpointId;
  readonly method: string;
  readonly path: string;
  /** Addresses for which the call took effect. */
  readonly covers: readonly Address[];
  /** Fields that the body of the call sets. */
  readonly writes: readonly string[];
  /** Known values that the call overwrote. Null if the resource did not exist. */
  readonly before: Readonly<Record<Address, Fields | null>>;
  /** Values after the call. Null if the resource is gone. */
  readonly expects: Readonly<Record<Address, Fields | null>>;
  /** Fields of the records before the call. Null if there was no record. */
  readonly recorded: Readonly<Record<Address, Fields | null>>;
  /** Fields of the records after the call. Null if the record was removed. */
  readonly records: Readonly<Record<Address, Fields | null>>;
  readonly reviewed?: ReviewedPart;
  readonly by?: string;
  readonly account?: string;
  readonly project?: string;
}

/** Settled changes of one run in the account. */
export interface RunHistory {
  readonly run: string;
  /** ISO time of the first call of the run. */
  readonly at: string;
  /** Calls in the order in which they were made. */
  readonly calls: readonly AppliedCall[];
}

/** The ledger of an app, as the ledger of an account refers to it. */
export interface AppLedger {
  /** Lineage of the app's ledger. With another ledger or none in its place, a run would create the recorded resources again. */
  readonly lineage: string;
  /** Serial when the app's ledger was read. In a file, the serial when the file was written; the app's own ledger is never older. */
  readonly serial: number;
  readonly host?: string;
}

export interface Ledger {
  readonly format: typeof LEDGER_FORMAT;
  /** Id that is generated once, when the ledger is created. */
  readonly lineage: string;
  /** Increases by one with every write of the ledger. */
  readonly serial: number;
  readonly account: {
    readonly name: string;
    readonly hubId: number | null;
    /** Host that the ledger was written for (`host.ts`). Absent before the first apply. */
    readonly host?: string;
  };
  /** Folder of the project, relative to the top of the repository. Absent if no other project keeps ledgers in the same location. */
  readonly project?: string;
  /** Ledgers with resources of apps instead of the account, by app id. Absent if there is none. */
  readonly apps?: Readonly<Record<string, AppLedger>>;
  /** Policy by which the Action judges a plan. Absent before its first apply. */
  readonly inForce?: InForce;
  readonly records: Readonly<Record<Address, LedgerRecord>>;
  readonly intentions: readonly Intention[];
}

/** Returns a text that identifies one state of a ledger. Every change of its records changes the text. */
export function buildVersion({ lineage, serial, apps = {} }: Pick<Ledger, 'lineage' | 'serial' | 'apps'>): string {
  const written = Object.entries(apps).filter(([, app]) => app.lineage !== UNWRITTEN);
  const others = written.map(([app, own]) => `${app}=${own.lineage}/${own.serial}`);
  return [`${lineage}/${serial}`, ...others.sort()].join('+');
}

/** A line of the journal. `settle` ends an intention. Its records are used only if the call happened. */
export type JournalEntry =
  | { readonly type: 'intend'; readonly intention: Intention }
  | {
      readonly type: 'settle';
      readonly id: string;
      readonly as: 'applied' | 'not-applied';
      /** Replaces the records of the intention, for example to add the id from the reply. */
      readonly records?: Readonly<Record<Address, LedgerRecord | null>>;
      readonly at: string;
    }
  | { readonly type: 'record'; readonly record: LedgerRecord }
  | { readonly type: 'forget'; readonly address: Address; readonly at: string };

export interface LedgerLock {
  /**
   * Aborted when the store learns that the lock is lost: another run took it over, or it could not be renewed in time. The reason is a
   * LedgerError `ledger-lock-lost`. Absent for a store whose locks end only with their process.
   */
  readonly lost?: AbortSignal;
  /**
   * Keeps the lock for another term, for a store whose locks expire. The store also renews the lock itself while its process runs. Throws
   * LedgerError `ledger-lock-lost`.
   */
  renew?(): Promise<void>;
  release(): Promise<void>;
}

/** Holder of the lock on a ledger, as the lock describes it. */
export interface LedgerHolder {
  readonly owner: string;
  /** Absent, like the time, until the lock is completely written. */
  readonly purpose?: string;
  /** ISO time. */
  readonly at?: string;
}

/** A ledger, with the calls that it recovered from its history. */
export interface RepairedLedger {
  readonly ledger: Ledger;
  /** Recovered calls, in the order in which they were applied. Empty if the ledger is as new as its history. */
  readonly calls: readonly AppliedCall[];
  /** Written files, as shown to the user. */
  readonly files: readonly string[];
}

/** Location of a ledger for readers. */
export interface LedgerLocation {
  /** A path, or a file on a branch. */
  readonly path: string;
}

/** Ledgers of apps that the ledger of an account refers to. */
export interface KnownApps {
  /** Name of the account. */
  readonly name: string;
  readonly apps: Readonly<Record<string, AppLedger>>;
}

/** Summary of the ledger of another account in the same location. */
export interface NeighbourLedger extends KnownApps {
  /** Account that the ledger was written for. Null before its first apply. */
  readonly hubId: number | null;
}

/** The ledger of another project for the same account in the same location. */
export interface OtherLedger {
  readonly project: string;
  readonly path: string;
  read(): Promise<Ledger>;
}

/** Accounts that are also known to use an app, by app id. */
export type SharedApps = ReadonlyMap<string, readonly string[]>;

/** The ledger of an account and the ledgers of its apps behind one interface. */
export interface JoinedLedger extends LedgerStore {
  /**
   * Locks the ledger. `about` lists the addresses that will be written or settled; if it is missing, any address may be. The ledgers of
   * other apps stay unlocked for other accounts. Under the lock, their open calls are not shown, because they belong to a run that settles
   * them.
   */
  lock(purpose: string, about?: readonly Address[]): Promise<LedgerLock>;
}

/** The ledger of one account. Every implementation passes one shared test suite. Throws LedgerError. */
export interface LedgerStore {
  /**
   * Returns the ledger of an app, next to the ledgers of this and other accounts. Absent for a store with one ledger, where resources of
   * apps stay in the ledger of the account.
   */
  ofApp?(app: string): LedgerStore;
  /** Folder of the project, relative to the top of the repository, if other projects keep ledgers in the same location. */
  readonly project?: string;
  /** Returns ledgers of other projects for the account in the same location. Absent if other projects cannot have any. */
  others?(): Promise<readonly OtherLedger[]>;
  /** Returns the apps in the ledgers of other accounts in the same location. Absent if the location can have no other ledger. */
  appsKnown?(): Promise<readonly KnownApps[]>;
  /** Absent for a store without a location. Throws if the ledger was expected here and found in another location. */
  location?(): Promise<LedgerLocation | undefined>;
  /** Returns the ledgers of other accounts in the same location. Absent if the location can have no other ledger. */
  neighbours?(): Promise<readonly NeighbourLedger[]>;
  /**
   * Returns the names of accounts in the same location whose ledgers refer to the ledger of the app. Absent if the location can have no
   * other ledger.
   */
  sharers?(app: string): Promise<readonly string[]>;
  /** Returns false if the ledger has no file. Absent for a store that cannot tell. */
  isThere?(): Promise<boolean>;
  /** Returns the ledger with its journal replayed, or a new ledger if there is none. It works without the lock. */
  read(): Promise<Ledger>;
  /** Returns the runs that changed something, newest first in the order of the ledger. Runs in the journal are included. It works without the lock. */
  history(): Promise<readonly RunHistory[]>;
  /** Returns the current holder of the lock. Returns undefined if there is none, or if the holder is known to be gone. It works without the lock. */
  holder(): Promise<LedgerHolder | undefined>;
  /** Excludes other writers. Throws an error with the name of the holder if the lock is held. Replaces a stale lock. */
  lock(purpose: string): Promise<LedgerLock>;
  /**
   * Appends entries. When the promise resolves, they are durable and the lock was still held, so a noted call may be sent. Parallel calls
   * may share one flush. Without entries, it only checks the lock.
   */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /**
   * Folds the journal into the history and the ledger file, by atomic replace, and raises the serial. Pins the given id, host, versions of
   * apps and policy in force. Needs the lock. `binds: false` removes id and host, unless the ledger has a record or an open call.
   */
  compact(account: {
    readonly name: string;
    readonly hubId: number | null;
    readonly host?: string;
    readonly binds?: boolean;
    readonly apps?: Ledger['apps'];
    readonly inForce?: InForce;
  }): Promise<Ledger>;
  /** Recovers entries from the history if the ledger is missing or older. Needs the lock. */
  repair(): Promise<RepairedLedger>;
}
