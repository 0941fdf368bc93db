/** Ledger files that were removed or replaced while a run used them: the errors and findings for each. */

import { LedgerError } from '../errors.ts';

const FIND_OUT = 'Find out what changes the ledger files while trueup runs.';

/** While the run goes on. */
export function journalDisplaced(path: string): LedgerError {
  return new LedgerError('ledger-journal-lost', `${path} was removed or replaced while the run wrote to it.`, {
    hint: `No further calls are made. The run records what it did at its end, and lists what it cannot record. ${FIND_OUT}`,
  });
}

export function isDisplaced(error: unknown): error is LedgerError {
  return error instanceof LedgerError && error.code === 'ledger-journal-lost';
}

/** `recorded`: all that was written to the journal is in the ledger all the same. */
export function journalLost(path: string, recorded: boolean): LedgerError {
  const message = `${path} was removed or replaced before it was folded into the ledger`;
  return recorded
    ? new LedgerError('ledger-journal-lost', `${message}; what was written to it is still recorded.`, {
        hint: FIND_OUT,
      })
    : new LedgerError('ledger-journal-lost', `${message}, and what was written to it is lost.`, {
        hint: `Check the account for what was done before the next apply does it again. ${FIND_OUT}`,
      });
}

export function ledgerReplaced(path: string): LedgerError {
  return new LedgerError(
    'ledger-replaced',
    `${path} was removed or replaced during the run, and was not overwritten.`,
    {
      hint: `Restore the file as it was when the run began: the journal next to it records what was done since. ${FIND_OUT}`,
    },
  );
}
