/** The ledger as it will be once the unsettled calls that reads tell of are settled: used to plan and to tell drift, not written. */

import type { Address } from '../../model/address.ts';
import type { Kind } from '../../model/kind.ts';
import type { Ledger, LedgerRecord } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import { kindLookup } from '../kind-lookup.ts';
import { isMoved } from './aim.ts';
import { decideOvertaken } from './overtaken.ts';
import { type Standing, standing } from './standing.ts';

export function provisional(ledger: Ledger, live: Live, kinds: readonly Kind[]): Ledger {
  const settled = findSettled(ledger, live, kinds);
  if (settled.length === 0) return ledger;
  const records = Object.entries({ ...ledger.records, ...buildEntries(settled) });
  return {
    ...ledger,
    records: Object.fromEntries(records.filter(([, record]) => record !== null)) as Ledger['records'],
  };
}

/** Returns the records that drift is measured against. For an overtaken call, they are the records that settling it will keep. */
export function measuredAgainst(ledger: Ledger, live: Live, kinds: readonly Kind[]): Ledger['records'] {
  const settled = findSettled(ledger, live, kinds);
  const [left, made] = [settled.filter(({ as }) => as === 'neither'), settled.filter(({ record }) => record !== null)];
  return { ...buildEntries(made), ...ledger.records, ...buildEntries(left) } as Ledger['records'];
}

interface Settled {
  readonly address: Address;
  readonly as: Standing;
  /** Null: it is no longer there. */
  readonly record: LedgerRecord | null;
}

/** A resource that is as before the call keeps its record. */
function findSettled(ledger: Ledger, live: Live, kinds: readonly Kind[]): readonly Settled[] {
  const lookup = kindLookup(kinds);
  const found = live.resources;
  return ledger.intentions
    .filter((intention) => intention.recovery === 'read-back' && !isMoved(lookup, intention))
    .flatMap((intention) =>
      intention.covers.flatMap((address): readonly Settled[] => {
        const as = standing(lookup, intention, address, found);
        if (as === 'as-planned') return [{ address, as, record: intention.records[address] ?? null }];
        if (as === 'as-before') return [];
        const left = decideOvertaken(lookup, intention, address, { found, known: ledger.records[address] });
        return left === undefined ? [] : [{ address, as, record: left.record }];
      }),
    );
}

function buildEntries(settled: readonly Settled[]): Readonly<Record<Address, LedgerRecord | null>> {
  return Object.fromEntries(settled.map(({ address, record }) => [address, record]));
}
