/** Determines for each open call how its outcome can be found on the current surface. Another surface may have made the call. */

import { chooseRecovery } from '../engine/apply/recoverable.ts';
import { kindLookup } from '../engine/kind-lookup.ts';
import type { Kind } from '../model/kind.ts';
import type { JoinedLedger, Ledger } from '../model/ledger.ts';

export function withRecoveryNow(store: JoinedLedger, kinds: readonly Kind[]): JoinedLedger {
  const lookup = kindLookup(kinds);
  const now = (ledger: Ledger): Ledger => ({
    ...ledger,
    intentions: ledger.intentions.map((intention) => ({
      ...intention,
      recovery: chooseRecovery(lookup, { ...intention, endpoint: intention.call.endpoint }),
    })),
  });
  return {
    ...store,
    read: async () => now(await store.read()),
    compact: async (account) => now(await store.compact(account)),
  };
}
