/** Settles open calls by the observation of a person. */

import type { Address } from '../../model/address.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import type { Parts } from '../parts.ts';
import { changeLedger, requireEach, timeOf } from './change.ts';

export function settle(
  parts: Parts,
  addresses: readonly Address[],
  as: 'applied' | 'not-applied',
): Promise<readonly LedgerRecord[]> {
  return changeLedger(parts, `settle ${addresses.join(' ')}`, (ledger) => {
    const open = (address: Address) => ledger.intentions.some(({ covers }) => covers.includes(address));
    requireEach(addresses, open, 'No unsettled call covers');
    const intentions = ledger.intentions.filter(({ covers }) => covers.some((one) => addresses.includes(one)));
    const records = intentions.flatMap((intention) => Object.values(intention.records));
    return {
      entries: intentions.map(({ id }) => ({ type: 'settle', id, as, at: timeOf(parts) })),
      value: as === 'applied' ? records.filter((record) => record !== null) : [],
    };
  });
}
