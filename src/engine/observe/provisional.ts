/** The ledger as it will be once the unsettled calls that reads tell of are settled: used to plan and to tell drift, not written. */

import type { Kind } from '../../model/kind.ts';
import type { Ledger, LedgerRecord } from '../../model/ledger.ts';
import { kindLookup } from '../kind-lookup.ts';
import { isMoved } from './aim.ts';
import { type Observed, shownBy } from './created.ts';
import { overtaken } from './overtaken.ts';
import { recordOf, standing } from './standing.ts';

export function provisional(ledger: Ledger, live: Observed, kinds: readonly Kind[]): Ledger {
  const lookup = kindLookup(kinds);
  const shown = shownBy(live);
  const { found } = shown;
  const settled = ledger.intentions
    .filter((intention) => intention.recovery === 'read-back' && !isMoved(lookup, intention))
    .flatMap((intention) =>
      intention.covers.flatMap((address): readonly (readonly [string, LedgerRecord | null])[] => {
        const as = standing(lookup, intention, address, shown);
        if (as === 'as-planned') return [[address, recordOf(lookup, intention, address, found)]];
        if (as === 'as-before') return [];
        const known = ledger.records[address];
        const left = overtaken(lookup, intention, address, { found, known });
        return left === undefined ? [] : [[address, left.record]];
      }),
    );
  if (settled.length === 0) return ledger;
  const records = Object.entries({ ...ledger.records, ...Object.fromEntries(settled) });
  return {
    ...ledger,
    records: Object.fromEntries(records.filter(([, record]) => record !== null)) as Ledger['records'],
  };
}
