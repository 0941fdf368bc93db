/**
 * How the outcome of an open call can be found out is a matter of the surface that is asked, and another one may have made the call: on
 * each read it is said anew.
 */

import { recoveryOf } from '../engine/apply/recoverable.ts';
import { kindLookup } from '../engine/kind-lookup.ts';
import type { Kind } from '../model/kind.ts';
import type { JoinedLedger, Ledger } from '../model/ledger.ts';

export function withRecoveryNow(store: JoinedLedger, kinds: readonly Kind[]): JoinedLedger {
  const lookup = kindLookup(kinds);
  const now = (ledger: Ledger): Ledger => ({
    ...ledger,
    intentions: ledger.intentions.map((intention) => ({
      ...intention,
      recovery: recoveryOf(lookup, { ...intention, endpoint: intention.call.endpoint }),
    })),
  });
  return {
    ...store,
    read: async () => now(await store.read()),
    compact: async (account) => now(await store.compact(account)),
  };
}
