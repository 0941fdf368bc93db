/** Actions on the ledger of a reconciler, and their results. */

import type { Address } from '../model/address.ts';
import type { AppliedCall, Ledger, LedgerHolder, LedgerLocation, LedgerRecord, RunHistory } from '../model/ledger.ts';
import type { Pull } from '../model/pull.ts';
import type { InForce } from '../model/terms.ts';
import type { Adopted } from './ledger-actions/adoption.ts';

export interface AdoptOptions {
  /** Replace a record that says something else. */
  readonly overwrite?: boolean | undefined;
  /**
   * A pull of this process, less than a minute old, that declared the addresses. Its reads are recorded with their time, unless the ledger
   * changed since. Otherwise the account is read again. If a resource is declared differently, the fields and options that agree are
   * recorded.
   */
  readonly pulled?: Pull | undefined;
}

export interface Forgotten {
  /** The dropped record. */
  readonly record: LedgerRecord;
  /**
   * Action of the next plan. `left-alone`: the plan keeps the undeclared resource. `read`: the plan compares it with the account. `set`: it is
   * written as declared, because its value cannot be read. `created`: it is created again, because nothing shows it.
   */
  readonly next: 'left-alone' | 'read' | 'set' | 'created';
  /** App that it belongs to: every account that declares it loses the record. Absent for what belongs to the account. */
  readonly app?: string;
}

export interface Repaired {
  /** Calls in the order in which they were applied. Empty if the ledger was up to date. */
  readonly calls: readonly AppliedCall[];
  /** The records that they wrote. */
  readonly records: readonly LedgerRecord[];
  /** Covered resources that no read can show. */
  readonly unread: readonly Address[];
  /** Files that were written, as people know them. */
  readonly files: readonly string[];
  /** True if there is neither a ledger nor a history. */
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
  /** Returns the holder of the lock, or undefined if there is none. */
  holder(): Promise<LedgerHolder | undefined>;
  /**
   * Waits until no other run writes the ledger, at most `timeoutMs` milliseconds (default: 0). A later plan sees the effects of that run.
   * Throws LedgerError `ledger-locked` with the holder.
   */
  whenFree(timeoutMs?: number): Promise<void>;
  /** Drops all of the records, or none. The account is not changed. Throws UsageError with every address without a record. */
  forget(addresses: readonly Address[]): Promise<readonly Forgotten[]>;
  /**
   * Says what became of the unsettled intentions that cover the addresses, or of none of them. Throws UsageError with every
   * address for which nothing is unsettled.
   */
  settle(addresses: readonly Address[], as: 'applied' | 'not-applied'): Promise<readonly LedgerRecord[]>;
  /**
   * Adds records from the history if the ledger is older or missing. The history lacks adopted and forgotten records and calls that were
   * open.
   */
  repair(): Promise<Repaired>;
  /** Stores the policy in force, unless another run replaced `before`. Throws LedgerError. */
  putInForce(inForce: InForce, before: InForce | undefined): Promise<void>;
  /**
   * Records the declared fields of existing resources as if they had been applied, or none of them. Readable resources are read first, and recorded only if the account has them as declared. Throws UsageError with every address that is not declared. Throws UnsafePlanError with the differences between the files and the account, or between the files and the ledger if a resource cannot be read. Throws ApiError, TransportError, AuthError, LedgerError.
   */
  adopt(addresses: readonly Address[], options?: AdoptOptions): Promise<readonly Adopted[]>;
}
