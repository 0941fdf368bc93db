/** The ledger: what was last applied to one account, and the intentions that are not settled yet. */

import type { ApiCall } from '../contract/calls.ts';
import type { EndpointId } from '../contract/endpoints.ts';
import type { Address, KindName } from './address.ts';
import type { Basis } from './basis.ts';
import type { Fields } from './json.ts';
import type { InForce } from './terms.ts';

export const LEDGER_FORMAT = 'trueup.ledger/1';

/** Lineage of a ledger that nobody wrote yet: the same for everyone, so that a plan may rest on it. */
export const UNWRITTEN = 'new';

/** Of what was in the account before the ledger had it. recorded: trueup never wrote it; changed: a call of trueup changed it. */
export const FOUND = ['recorded', 'changed'] as const;
export type Found = (typeof FOUND)[number];

export interface LedgerRecord {
  readonly address: Address;
  readonly kind: KindName;
  /** The declared fields as last applied, nothing else. */
  readonly fields: Fields;
  /** What the service made of some of them when we wrote them: another case, another Unicode form, another order. */
  readonly stored?: Fields;
  /** File that declared it, from the root of the project; absent where that is not known. */
  readonly file?: string;
  /** Project that applied it, in the ledger of an app that several projects share: that of an account needs none. */
  readonly project?: string;
  /** Id that the service gave, where it gave one. */
  readonly id?: string;
  readonly basis: Exclude<Basis, 'unknown'>;
  /** ISO time of the last apply, settle or adopt. */
  readonly at: string;
  readonly run: string;
  /** Absent for what trueup created. */
  readonly found?: Found;
  /** ISO time of an apply that found reason to believe that it is gone; nothing has told since. */
  readonly doubtedAt?: string;
}

/** What a call is of a plan that was reviewed: with these parts it can be told whether another plan is the rest of it. */
export interface ReviewedPart {
  /** Digest of the reviewed plan. */
  readonly plan: string;
  /** Digest of the call's meaning. */
  readonly call: string;
  /** Digests of the changes that it covers. */
  readonly changes: readonly string[];
}

/** A call that was about to be made. Until it is settled, nobody knows whether it happened. */
export interface Intention {
  readonly id: string;
  readonly run: string;
  /** ISO time. */
  readonly at: string;
  readonly call: ApiCall;
  readonly method: string;
  readonly path: string;
  readonly covers: readonly Address[];
  /** Values of the covered resources before the call, as far as known; null when the resource did not exist. */
  readonly before: Readonly<Record<Address, Fields | null>>;
  /** Values once the call is done: what its reply, or a read in its place, is compared with. */
  readonly expects: Readonly<Record<Address, Fields | null>>;
  /** Sent in place of `call` when the service says that the resource exists already. */
  readonly onConflict?: ApiCall;
  /** The record to write for each covered address once the call is known to have happened; null: the record goes. */
  readonly records: Readonly<Record<Address, LedgerRecord | null>>;
  /** What an unsettled intention means at the next start: read it back, repeat it without harm, or leave it to a person. */
  readonly recovery: 'read-back' | 'repeat' | 'ask';
  readonly reviewed?: ReviewedPart;
  /** Account whose run made it, in the ledger of an app: that of an account needs none. */
  readonly account?: string;
  /** Project whose run made it, in the ledger of an app that several projects share. */
  readonly project?: string;
}

/** A call that took effect, with what it overwrote: kept when the journal is folded in, without the body that was sent. */
export interface AppliedCall {
  /** Id of its intention. */
  readonly id: string;
  readonly run: string;
  /** ISO time of the intention. */
  readonly at: string;
  readonly endpoint: EndpointId;
  readonly method: string;
  readonly path: string;
  /** Addresses for which it took effect. */
  readonly covers: readonly Address[];
  /** Fields that its body sets. */
  readonly writes: readonly string[];
  /** Values that it overwrote, as far as known; null when the resource did not exist. */
  readonly before: Readonly<Record<Address, Fields | null>>;
  /** Values once it was done; null: the resource is gone. */
  readonly expects: Readonly<Record<Address, Fields | null>>;
  /** Fields of the ledger's records before it; null: there was none. */
  readonly recorded: Readonly<Record<Address, Fields | null>>;
  /** Fields of the ledger's records after it; null: the record went. */
  readonly records: Readonly<Record<Address, Fields | null>>;
  readonly reviewed?: ReviewedPart;
  readonly account?: string;
  readonly project?: string;
}

/** What one run changed in the account, as far as it is settled. */
export interface RunHistory {
  readonly run: string;
  /** ISO time of its first call. */
  readonly at: string;
  /** In the order in which they were made. */
  readonly calls: readonly AppliedCall[];
}

/** The ledger of an app as that of an account goes on in it. */
export interface AppLedger {
  /** Another one, or none, in its place would create again what it records. */
  readonly lineage: string;
  /** As it was read; in a file, as it was when that was written: the app's own is never older. */
  readonly serial: number;
  readonly host?: string;
}

export interface Ledger {
  readonly format: typeof LEDGER_FORMAT;
  /** Made once, when the ledger is created. */
  readonly lineage: string;
  /** Grows by one with every write of the ledger. */
  readonly serial: number;
  readonly account: {
    readonly name: string;
    readonly hubId: number | null;
    /** Host that it was written for (`host.ts`); absent before the first apply. */
    readonly host?: string;
  };
  /** Folder of its project from the top of the repository; absent where no other project keeps ledgers in the same location. */
  readonly project?: string;
  /** By app id: ledgers that hold what belongs to an app and not to the account. Absent where there are none. */
  readonly apps?: Readonly<Record<string, AppLedger>>;
  /** By which the Action judges a plan. Absent before its first apply. */
  readonly inForce?: InForce;
  readonly records: Readonly<Record<Address, LedgerRecord>>;
  readonly intentions: readonly Intention[];
}

/** Tells one state of a ledger from every other: what it records changes no other way. */
export function versionOf({ lineage, serial, apps = {} }: Pick<Ledger, 'lineage' | 'serial' | 'apps'>): string {
  const written = Object.entries(apps).filter(([, app]) => app.lineage !== UNWRITTEN);
  const others = written.map(([app, own]) => `${app}=${own.lineage}/${own.serial}`);
  return [`${lineage}/${serial}`, ...others.sort()].join('+');
}

/** One line of the journal. `settle` ends an intention: its records are taken over only when the call happened. */
export type JournalEntry =
  | { readonly type: 'intend'; readonly intention: Intention }
  | {
      readonly type: 'settle';
      readonly id: string;
      readonly as: 'applied' | 'not-applied';
      /** Replaces the intention's own records, e.g. to add the id that the reply gave. */
      readonly records?: Readonly<Record<Address, LedgerRecord | null>>;
      readonly at: string;
    }
  | { readonly type: 'record'; readonly record: LedgerRecord }
  | { readonly type: 'forget'; readonly address: Address; readonly at: string };

export interface LedgerLock {
  /**
   * Aborted once the store learns that the lock is lost: another run took it over, or it could not be renewed in time. Its reason is a
   * LedgerError `ledger-lock-lost`. Left out by a store whose locks end only with their process.
   */
  readonly lost?: AbortSignal;
  /** Keeps the lock for another term, for a store whose locks expire; the store does so itself while its process runs. Throws LedgerError `ledger-lock-lost`. */
  renew?(): Promise<void>;
  release(): Promise<void>;
}

/** Who holds the lock on a ledger, as far as the lock says. */
export interface LedgerHolder {
  readonly owner: string;
  /** Absent, like the time, while the lock is being written. */
  readonly purpose?: string;
  /** ISO time. */
  readonly at?: string;
}

/** A ledger with what its history knew beyond it. */
export interface RepairedLedger {
  readonly ledger: Ledger;
  /** What was taken over, in the order in which it was applied; none: the ledger is as new as its history. */
  readonly calls: readonly AppliedCall[];
  /** Files that were written, as people know them. */
  readonly files: readonly string[];
}

/** Where a ledger is kept, for people. */
export interface LedgerLocation {
  /** A path, or a file on a branch. */
  readonly path: string;
}

/** What the ledger of an account says of the ledgers of its apps. */
export interface KnownApps {
  /** Of the account. */
  readonly name: string;
  readonly apps: Readonly<Record<string, AppLedger>>;
}

/** The head of the ledger of another account in the same location. */
export interface NeighbourLedger extends KnownApps {
  /** Account that it was written for; null before its first apply. */
  readonly hubId: number | null;
}

/** The ledger that another project has of the same account in the same location. */
export interface OtherLedger {
  readonly project: string;
  readonly path: string;
  read(): Promise<Ledger>;
}

/** By app id: the other accounts that are known to use it. */
export type SharedApps = ReadonlyMap<string, readonly string[]>;

/** The ledger of an account with those of its apps behind one interface. */
export interface JoinedLedger extends LedgerStore {
  /**
   * `about`: what is going to be written or settled; anything when left out. The ledgers of other apps stay unlocked, for other accounts, and
   * what is open in them is not shown under the lock: it is of a run that settles it itself.
   */
  lock(purpose: string, about?: readonly Address[]): Promise<LedgerLock>;
}

/** Where one account's ledger lives. Every implementation passes one shared test suite. Throws LedgerError. */
export interface LedgerStore {
  /**
   * The ledger of an app, beside that of the account and of every other account here. Left out by a store that keeps one ledger
   * only: then what belongs to an app stays in the account's.
   */
  ofApp?(app: string): LedgerStore;
  /** Folder of the project from the top of the repository, where other projects keep ledgers in the same location. */
  readonly project?: string;
  /** Ledgers that other projects have of the account in the same location. Left out where no other project can have one. */
  others?(): Promise<readonly OtherLedger[]>;
  /** What the ledgers of other accounts in the same location know of apps. Left out where nothing else can be. */
  appsKnown?(): Promise<readonly KnownApps[]>;
  /** Left out by a store that has no location to name. Throws when the ledger was looked for and found elsewhere. */
  location?(): Promise<LedgerLocation | undefined>;
  /** Ledgers of other accounts in the same location. Left out where nothing else can be. */
  neighbours?(): Promise<readonly NeighbourLedger[]>;
  /** Names of the accounts whose ledgers in the same location go on in that of the app. Left out where nothing else can be. */
  sharers?(app: string): Promise<readonly string[]>;
  /** False while it has no file at all. Left out by a store that cannot tell. */
  isThere?(): Promise<boolean>;
  /** The ledger with its journal replayed; a new one when there is none. Takes no lock. */
  read(): Promise<Ledger>;
  /** Runs that changed something, newest first as the ledger saw them, those of the journal among them. Takes no lock. */
  history(): Promise<readonly RunHistory[]>;
  /** Who holds the lock now; undefined when nobody does, or a holder that is known to be gone. Takes no lock. */
  holder(): Promise<LedgerHolder | undefined>;
  /** Excludes other writers; refuses with the owner's name when someone else holds it, takes over a stale lock. */
  lock(purpose: string): Promise<LedgerLock>;
  /**
   * Durable when it resolves, and then the lock is still held: what was noted may be sent. Parallel calls may share one
   * flush. Without entries it only looks whether the lock is held.
   */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /**
   * Folds the journal into the history and the ledger file, by atomic replace, and raises the serial. Pins the id, the host, the
   * versions of apps and the policy in force that are given. Needs the lock. `binds: false` takes id and host out again, unless the ledger
   * has a record or an open call.
   */
  compact(account: {
    readonly name: string;
    readonly hubId: number | null;
    readonly host?: string;
    readonly binds?: boolean;
    readonly apps?: Ledger['apps'];
    readonly inForce?: InForce;
  }): Promise<Ledger>;
  /** Takes over from the history what a ledger that is older, or not there, does not know. Needs the lock. */
  repair(): Promise<RepairedLedger>;
}
