/** The ledger as it will be once an unsettled call that the account shows as done is settled: used for planning only, not written. */

import type { Kind } from '../../model/kind.ts';
import type { Ledger, LedgerRecord } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import { kindLookup } from '../kind-lookup.ts';
import { standing } from '../observe/standing.ts';

export function provisional(ledger: Ledger, live: Live, kinds: readonly Kind[]): Ledger {
  const lookup = kindLookup(kinds);
  const done = ledger.intentions
    .filter(({ recovery }) => recovery === 'read-back')
    .flatMap((intention) =>
      intention.covers
        .filter((address) => standing(lookup, intention, address, live.resources) === 'as-planned')
        .map((address): readonly [string, LedgerRecord | null] => [address, intention.records[address] ?? null]),
    );
  if (done.length === 0) return ledger;
  const records = Object.entries({ ...ledger.records, ...Object.fromEntries(done) });
  return {
    ...ledger,
    records: Object.fromEntries(records.filter(([, record]) => record !== null)) as Ledger['records'],
  };
}
