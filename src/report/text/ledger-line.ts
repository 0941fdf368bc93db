/** Where the ledger of a plan is, and plainly when nobody has written it yet. */

import { UNWRITTEN } from '../../model/ledger.ts';
import type { Plan } from '../../model/plan.ts';
import { terminalLine } from '../escape.ts';

/** Not wrapped: a path is copied as a whole. */
export function ledgerLine({ basis }: Plan, place: string): string {
  const shown = terminalLine(place);
  return basis.ledger.startsWith(`${UNWRITTEN}/`)
    ? `No ledger yet: ${shown} is created by the first apply.`
    : `Ledger: ${shown}`;
}
