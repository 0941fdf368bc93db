/** Restores from the history what the ledger lacks. */

import { kindLookup } from '../../engine/kind-lookup.ts';
import { provingReader } from '../../engine/observe/reread.ts';
import { KINDS } from '../../kinds/index.ts';
import type { RebuiltLedger } from '../../model/ledger.ts';
import { compareNatural } from '../../model/natural.ts';
import type { Parts } from '../parts.ts';
import type { Rebuilt } from '../types.ts';
import { underLock } from '../under-lock.ts';

export function rebuild({ store }: Pick<Parts, 'store'>): Promise<Rebuilt> {
  return underLock(store, 'rebuild', async () => rebuiltFrom(await store.rebuild()));
}

function rebuiltFrom({ ledger, calls, cut }: RebuiltLedger): Rebuilt {
  const covered = [...new Set(calls.flatMap(({ covers }) => covers))].sort(compareNatural);
  const { kindOf } = kindLookup(KINDS);
  return {
    calls,
    records: covered.flatMap((address) => ledger.records[address] ?? []),
    unread: covered.filter((address) => provingReader(kindOf(address)) === undefined),
    cut,
  };
}
