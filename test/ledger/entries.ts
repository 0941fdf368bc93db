/** The values that stores are tried with, for the other tests of the ledger. */

export * from '../../src/testing/entries.ts';
