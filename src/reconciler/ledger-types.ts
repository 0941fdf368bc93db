/** The actions on the ledger of a reconciler, and what they give. */

import type { Address } from '../model/address.ts';
import type { AppliedCall, Ledger, LedgerHolder, LedgerLocation, LedgerRecord, RunHistory } from '../model/ledger.ts';
import type { Pull } from '../model/pull.ts';
import type { InForce } from '../model/terms.ts';
import type { Adopted } from './ledger-actions/adoption.ts';

export interface AdoptOptions {
  /** Replace a record that says something else. */
  readonly overwrite?: boolean | undefined;
  /**
   * The pull, of this process and less than a minute ago, that declared the addresses: what it read is recorded for the time when it read
   * it, unless anything was recorded since. Otherwise the account is read again. Of a resource that is declared otherwise, the fields and options are recorded that are
   * as declared.
   */
  readonly pulled?: Pull | undefined;
}

export interface Forgotten {
  /** As it was. */
  readonly record: LedgerRecord;
  /** What the next plan does: left-alone: nothing, as no file declares it. read: it compares the account. set: what it holds cannot be read, so it is written as declared. created: nothing reads it, so it is created again. */
  readonly next: 'left-alone' | 'read' | 'set' | 'created';
  /** App that it belongs to: every account that declares it loses the record. Absent for what belongs to the account. */
  readonly app?: string;
}

export interface Repaired {
  /** In the order in which they were applied; none: the ledger is as new as its history. */
  readonly calls: readonly AppliedCall[];
  /** The records that they wrote. */
  readonly records: readonly LedgerRecord[];
  /** What they cover and nobody can read in the account. */
  readonly unread: readonly Address[];
  /** Files that were written, as people know them. */
  readonly files: readonly string[];
  /** There is neither a ledger nor a history, so there was nothing to do it with. */
  readonly isEmpty: boolean;
}

export interface LedgerActions {
  /** Undefined when the store names no location. Throws LedgerError `ledger-elsewhere`. */
  location(): Promise<LedgerLocation | undefined>;
  read(): Promise<Ledger>;
  /** Addresses that the files declare: those that can be adopted. */
  declared(): readonly Address[];
  /** Runs that changed something, newest first. */
  runs(): Promise<readonly RunHistory[]>;
  /** Who writes the ledger now; undefined when nobody does. */
  holder(): Promise<LedgerHolder | undefined>;
  /**
   * Waits until no other run writes the ledger of the account, `timeoutMs` milliseconds at most (default: 0). Throws LedgerError
   * `ledger-locked`, which names the holder. A plan that is made after it rests on what that run did.
   */
  whenFree(timeoutMs?: number): Promise<void>;
  /** Drops the records, or none of them: the account is not touched. Throws UsageError with every address that has none. */
  forget(addresses: readonly Address[]): Promise<readonly Forgotten[]>;
  /**
   * Says what became of the unsettled intentions that cover the addresses, or of none of them. Throws UsageError with every
   * address for which nothing is unsettled.
   */
  settle(addresses: readonly Address[], as: 'applied' | 'not-applied'): Promise<readonly LedgerRecord[]>;
  /**
   * Takes over from the history what a ledger that is older, or not there, does not know. Adopted and forgotten records and
   * calls that were open are in no history.
   */
  repair(): Promise<Repaired>;
  /** Notes the policy in force, unless another run put one in the place of `before`. Throws LedgerError. */
  putInForce(inForce: InForce, before: InForce | undefined): Promise<void>;
  /**
   * Records the declared fields as if they had been applied, or none of them: for what exists already. What can be read is read
   * first, and recorded only if the account has it as declared; for that alone the account is asked. Throws UsageError with every
   * address that is not declared; UnsafePlanError with the differences when the account, or for what cannot be read the ledger,
   * says something else; ApiError, TransportError, AuthError, LedgerError.
   */
  adopt(addresses: readonly Address[], options?: AdoptOptions): Promise<readonly Adopted[]>;
}
