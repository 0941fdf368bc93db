/** Drops records from the ledger, and reports what the next plan does with each. */

import { defined } from '../../contract/defined.ts';
import { kindNamed } from '../../engine/kind-lookup.ts';
import type { Address } from '../../model/address.ts';
import type { Desired } from '../../model/desired.ts';
import { isUnsupported } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import type { Forgotten } from '../ledger-types.ts';
import type { Parts } from '../parts.ts';
import { changeLedger, requireEach, timeOf } from './change.ts';

export function forget(parts: Parts, addresses: readonly Address[]): Promise<readonly Forgotten[]> {
  const { desired } = parts.resolution;
  return changeLedger(parts, `forget ${addresses.join(' ')}`, ({ records }) => {
    requireEach(addresses, (address) => records[address] !== undefined, 'The ledger has no record of');
    const forgotten = [...new Set(addresses)].flatMap((address) => records[address] ?? []);
    return {
      entries: forgotten.map(({ address }) => ({ type: 'forget', address, at: timeOf(parts) })),
      value: forgotten.map((record) => ({
        record,
        next: afterForgetting(record, desired, parts.kinds),
        ...defined({ app: kindNamed(parts.kinds, record.kind).app?.(record.address) }),
      })),
    };
  });
}

function afterForgetting(
  { address, kind }: LedgerRecord,
  { resources }: Desired,
  kinds: Parts['kinds'],
): Forgotten['next'] {
  if (!resources.some((resource) => resource.address === address)) return 'left-alone';
  const { reader } = kindNamed(kinds, kind);
  if (isUnsupported(reader)) return 'created';
  return reader.proves === 'both' ? 'read' : 'set';
}
