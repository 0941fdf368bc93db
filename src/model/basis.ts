/**
 * How a live value is known. observed: read back. echoed: in the reply to our own write. inferred: follows from another
 * observed value. recorded: the ledger says so. unknown: nobody looked.
 */
export type Basis = 'observed' | 'echoed' | 'inferred' | 'recorded' | 'unknown';
