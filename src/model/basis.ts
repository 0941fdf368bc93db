/**
 * Basis of a live value. `observed`: read back. `echoed`: in the reply to our own write. `inferred`: derived from another observed value.
 * `recorded`: from the ledger. `unknown`: not read.
 */
export type Basis = 'observed' | 'echoed' | 'inferred' | 'recorded' | 'unknown';
