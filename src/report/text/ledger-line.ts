/** The line about the ledger of a plan: its location, and whether it exists. */

import { type Ledger, UNWRITTEN } from '../../model/ledger.ts';
import type { Plan } from '../../model/plan.ts';
import { terminalLine } from '../escape.ts';

/** Returns the line for a new plan. */
export function planLedgerLine({ fingerprint }: Plan, location: string): string {
  return lineOf(hasNoLedger({ fingerprint }), location);
}

export function hasNoLedger({ fingerprint }: Pick<Plan, 'fingerprint'>): boolean {
  return fingerprint.ledger.startsWith(`${UNWRITTEN}/`);
}

/** Returns the line for the current ledger, whatever ledger a saved plan had. */
export function ledgerLine({ lineage }: Ledger, location: string): string {
  return lineOf(lineage === UNWRITTEN, location);
}

/** Not wrapped: a path is copied as a whole. */
function lineOf(isUnwritten: boolean, location: string): string {
  const shown = terminalLine(location);
  return isUnwritten ? `No ledger yet: ${shown} is created by the first apply.` : `Ledger: ${shown}`;
}
