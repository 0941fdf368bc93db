/** The line about a ledger: its location, and whether it exists. */

import { type Ledger, UNWRITTEN } from '../../model/ledger.ts';
import type { Plan } from '../../model/plan.ts';
import { terminalLine } from '../escape.ts';

export function hasNoLedger({ fingerprint }: Pick<Plan, 'fingerprint'>): boolean {
  return fingerprint.ledger.startsWith(`${UNWRITTEN}/`);
}

/** Not wrapped: a path is copied as a whole. */
export function ledgerLine(subject: Plan | Ledger, location: string): string {
  const isUnwritten = 'lineage' in subject ? subject.lineage === UNWRITTEN : hasNoLedger(subject);
  const shown = terminalLine(location);
  return isUnwritten ? `No ledger yet: ${shown} is created by the first apply.` : `Ledger: ${shown}`;
}
