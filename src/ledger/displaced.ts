/** Ledger files that were removed or replaced while a run used them: the errors and findings for each. */

import { LedgerError } from '../errors.ts';

const FIND_OUT = 'Find out what changes the ledger files while trueup runs.';

/** While the run goes on. */
export function journalDisplaced(path: string): LedgerError {
  return new LedgerError('ledger-journal-lost', `${path} was removed or replaced while the run wrote to it.`, {
    hint: `No further calls are made. At its end, the run records its results, and lists the results that it cannot record. ${FIND_OUT}`,
  });
}

export function isDisplaced(error: unknown): error is LedgerError {
  return error instanceof LedgerError && error.code === 'ledger-journal-lost';
}

/** `recorded`: all that was written to the journal is in the ledger all the same. */
export function journalLost(path: string, recorded: boolean): LedgerError {
  const message = `${path} was removed or replaced before it was folded into the ledger`;
  return recorded
    ? new LedgerError('ledger-journal-lost', `${message}. The entries written to it are still recorded.`, {
        hint: FIND_OUT,
      })
    : new LedgerError('ledger-journal-lost', `${message}. The entries written to it are lost.`, {
        hint: `Check the account for the changes of the run before the next apply makes them again. ${FIND_OUT}`,
      });
}

export function ledgerReplaced(path: string): LedgerError {
  return new LedgerError(
    'ledger-replaced',
    `${path} was removed or replaced during the run, and was not overwritten.`,
    {
      hint: `Restore the file as it was when the run began. The journal next to it records the calls since then. ${FIND_OUT}`,
    },
  );
}
