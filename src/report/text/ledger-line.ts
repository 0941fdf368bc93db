/** Where the ledger of a plan is, and whether it exists yet. */

import { type Ledger, UNWRITTEN } from '../../model/ledger.ts';
import type { Plan } from '../../model/plan.ts';
import { terminalLine } from '../escape.ts';

/** For a plan that was just made. */
export function planLedgerLine({ fingerprint }: Plan, location: string): string {
  return lineOf(hasNoLedger({ fingerprint }), location);
}

export function hasNoLedger({ fingerprint }: Pick<Plan, 'fingerprint'>): boolean {
  return fingerprint.ledger.startsWith(`${UNWRITTEN}/`);
}

/** For the ledger as it is now, whatever a saved plan was made on. */
export function ledgerLine({ lineage }: Ledger, location: string): string {
  return lineOf(lineage === UNWRITTEN, location);
}

/** Not wrapped: a path is copied as a whole. */
function lineOf(isUnwritten: boolean, location: string): string {
  const shown = terminalLine(location);
  return isUnwritten ? `No ledger yet: ${shown} is created by the first apply.` : `Ledger: ${shown}`;
}
