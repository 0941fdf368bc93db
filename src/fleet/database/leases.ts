/** The leases of one process: it takes locks on ledgers, and one heartbeat keeps all of them. Every method throws LedgerError. */

export interface HeldLease {
  /** Key of the ledger. */
  readonly ledger: string;
  /** Unique id of the lease. */
  readonly token: string;
  /** Aborted with a LedgerError `ledger-lock-lost` once the lease is known to be lost, or may be. */
  readonly lost: AbortSignal;
  /** Repeats the work while its reply is lost and the lease is kept. @throws LedgerError `ledger-lock-lost` */
  whileKept<T>(work: () => Promise<T>): Promise<T>;
  /** Keeps the lease for another term. @throws LedgerError `ledger-lock-lost` */
  renew(): Promise<void>;
  release(): Promise<void>;
}

export interface LeaseOwner {
  /** `name`: of the account, for messages. @throws LedgerError `ledger-locked` with its holder and time */
  take(lease: { readonly ledger: string; readonly name: string; readonly purpose: string }): Promise<HeldLease>;
  /** Gives back every lease, and ends the heartbeat. */
  close(): Promise<void>;
}
