/** Takes over from the history what the ledger does not know. */

import { provingReader } from '../../engine/observe/reread.ts';
import { KINDS } from '../../kinds/index.ts';
import { type Address, parseAddress } from '../../model/address.ts';
import type { RebuiltLedger } from '../../model/ledger.ts';
import { compareNatural } from '../../model/natural.ts';
import type { Parts } from '../parts.ts';
import type { Rebuilt } from '../types.ts';

export async function rebuild({ store }: Pick<Parts, 'store'>): Promise<Rebuilt> {
  const lock = await store.lock('rebuild');
  try {
    return rebuiltFrom(await store.rebuild());
  } finally {
    await lock.release();
  }
}

function rebuiltFrom({ ledger, calls, cut }: RebuiltLedger): Rebuilt {
  const covered = [...new Set(calls.flatMap(({ covers }) => covers))].sort(compareNatural);
  const kindAt = (address: Address) => KINDS.find(({ name }) => name === parseAddress(address)?.kind);
  return {
    calls,
    records: covered.flatMap((address) => ledger.records[address] ?? []),
    unread: covered.filter((address) => provingReader(kindAt(address)) === undefined),
    cut,
  };
}
