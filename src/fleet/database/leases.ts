/** The leases of one process: it takes locks on ledgers, and one heartbeat keeps all of them. */

export interface HeldLease {
  /** Key of the ledger. */
  readonly ledger: string;
  readonly token: string;
  /** Aborted with a LedgerError `ledger-lock-lost` once it is known to be lost, or may be. */
  readonly lost: AbortSignal;
  /** False from the moment on at which another one may take it. */
  isKept(): boolean;
  /** Keeps it for another term, now. Throws LedgerError `ledger-lock-lost`. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

export interface LeaseOwner {
  /** `name`: of the account, for messages. Throws LedgerError `ledger-locked` with who holds it and since when. */
  take(lease: { readonly ledger: string; readonly name: string; readonly purpose: string }): Promise<HeldLease>;
  /** Gives back every lease, and ends the heartbeat. */
  close(): Promise<void>;
}
