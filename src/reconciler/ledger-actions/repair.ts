/** Adds records that the ledger lacks from the history. */

import { kindLookup } from '../../engine/kind-lookup.ts';
import { provingReader } from '../../engine/observe/reread.ts';
import type { RepairedLedger } from '../../model/ledger.ts';
import { compareNatural } from '../../model/natural.ts';
import type { Repaired } from '../ledger-types.ts';
import type { Parts } from '../parts.ts';
import { underLock } from '../under-lock.ts';

const NOTHING: Repaired = { calls: [], records: [], unread: [], files: [], isEmpty: true };

export async function repair({ kinds, store }: Pick<Parts, 'kinds' | 'store'>): Promise<Repaired> {
  // Taking the lock would create the folder.
  if ((await store.isThere?.()) === false) return NOTHING;
  return underLock(store, 'repair', async () => repairedFrom(await store.repair(), kinds));
}

function repairedFrom({ ledger, calls, files }: RepairedLedger, kinds: Parts['kinds']): Repaired {
  const covered = [...new Set(calls.flatMap(({ covers }) => covers))].sort(compareNatural);
  const { kindOf } = kindLookup(kinds);
  return {
    calls,
    records: covered.flatMap((address) => ledger.records[address] ?? []),
    unread: covered.filter((address) => provingReader(kindOf(address)) === undefined),
    files,
    isEmpty: false,
  };
}
