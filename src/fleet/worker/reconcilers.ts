/** Makes the reconciler of an account: the prepared project, the account's token, and its ledger in the database. */

import type { Clock, NewId } from '../../contract/clock.ts';
import type { Prepared } from '../../reconciler/prepare.ts';
import { createReconciler } from '../../reconciler/reconciler.ts';
import type { Reconciler } from '../../reconciler/types.ts';
import type { Database } from '../database/database.ts';
import type { LeaseOwner } from '../ledger/owner.ts';
import { postgresStore } from '../ledger/store.ts';
import type { FleetAccounts } from './accounts.ts';

export interface Reconciling {
  readonly database: Database;
  readonly owner: LeaseOwner;
  readonly prepared: Prepared;
  readonly accounts: FleetAccounts;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Of one plan or apply. */
  readonly timeoutMs: number;
}

/** It waits for nobody: what would have to wait comes back with the time after which it can be tried again. */
export async function reconcilerOf(hubId: number, parts: Reconciling): Promise<Reconciler> {
  const { database, owner, prepared, accounts, clock, newId, timeoutMs } = parts;
  const { account, options } = await accounts.open(hubId);
  const ledger = postgresStore({ database, owner, name: account.name, clock, newId });
  return createReconciler({
    ...prepared.forAccount(account),
    ...options,
    ...{ ledger, clock, newId, timeoutMs },
    maxWaitMs: 0,
  });
}
