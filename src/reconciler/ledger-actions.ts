/** Ledger operations for people and for the Action. They write nothing to the account, and only adopt reads it. */

import { adopt } from './ledger-actions/adopt.ts';
import { changeLedger } from './ledger-actions/change.ts';
import { forget } from './ledger-actions/forget.ts';
import { repair } from './ledger-actions/repair.ts';
import { settle } from './ledger-actions/settle.ts';
import { whenFree } from './ledger-actions/when-free.ts';
import type { LedgerActions } from './ledger-types.ts';
import type { Parts } from './parts.ts';

export function ledgerActions(parts: Parts): LedgerActions {
  const { store } = parts;
  return {
    location: async () => store.location?.(),
    read: () => store.read(),
    declared: () => parts.resolution.desired.resources.map(({ address }) => address),
    runs: () => store.history(),
    holder: () => store.holder(),
    whenFree: (timeoutMs = 0) => whenFree(parts, timeoutMs),
    forget: (addresses) => forget(parts, addresses),
    settle: (addresses, as) => settle(parts, addresses, as),
    repair: () => repair(parts),
    putInForce: (inForce, before) =>
      changeLedger(parts, 'policy', ({ inForce: now }) => {
        const isSame = now?.digest === before?.digest && now?.commit === before?.commit;
        return { entries: [], value: undefined, ...(isSame ? { inForce } : {}) };
      }),
    adopt: (addresses, options) => adopt(parts, addresses, options),
  };
}
