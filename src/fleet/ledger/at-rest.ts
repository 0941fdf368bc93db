/** Decides whether a run without changes would keep the ledger as it is. Such a run skips the lock. */

import type { AccountIdentity } from '../../ledger/format.ts';
import { pinned } from '../../ledger/pins.ts';
import { nameOfApp } from '../../ledger/state.ts';
import { UNWRITTEN } from '../../model/ledger.ts';
import type { Stored } from './stored.ts';

/** The last read of a ledger and of the ledgers of its apps. */
export interface LastRead {
  stored: Stored | undefined;
  readonly apps: Map<string, LastRead>;
}

/** True if the ledger is written, has no journal entries, and pins this account and its apps as they are. */
export function isAtRest({ stored, apps }: LastRead, account: Omit<AccountIdentity, 'apps' | 'inForce'>): boolean {
  if (stored?.serial === undefined || stored.entries.length > 0) return false;
  const { host } = account;
  const areApps = [...apps].every(([app, read]) =>
    isAtRest(read, { name: nameOfApp(app), hubId: null, ...(host !== undefined && { host }) }),
  );
  return areApps && !pinned(stored.ledger, { ...account, apps: seenIn(apps) }, { newId: () => UNWRITTEN }).pins;
}

function seenIn(apps: LastRead['apps']): NonNullable<AccountIdentity['apps']> {
  const seen = [...apps].flatMap(([app, { stored }]) => {
    if (stored === undefined) return [];
    const { lineage, serial } = stored.ledger;
    return [[app, { lineage, serial }] as const];
  });
  return Object.fromEntries(seen);
}
