/** Makes the reconciler of an account: the prepared project, the account's token, and its ledger in the database. */

import type { Exchange } from '../../client/index.ts';
import type { Clock, NewId } from '../../contract/clock.ts';
import type { Prepared } from '../../reconciler/prepare.ts';
import { createReconciler } from '../../reconciler/reconciler.ts';
import type { Reconciler } from '../../reconciler/types.ts';
import type { Database } from '../database/database.ts';
import type { Installation } from '../installations/installations.ts';
import type { LeaseOwner } from '../ledger/owner.ts';
import { postgresStore } from '../ledger/store.ts';
import { type FleetAccounts, givenAccount } from './accounts.ts';

export interface Reconciling extends FleetAccounts {
  readonly database: Database;
  readonly owner: LeaseOwner;
  readonly prepared: Prepared;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Of one plan or apply. */
  readonly timeoutMs: number;
  /** Sees each call of the account. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** It waits for nobody: what would have to wait comes back with the time after which it can be tried again. */
export async function reconcilerOf(installation: Installation, parts: Reconciling): Promise<Reconciler> {
  const { database, owner, prepared, tokens, transport, clock, newId, timeoutMs, onExchange } = parts;
  const account = await givenAccount(installation, parts);
  return createReconciler({
    ...prepared.forAccount(account),
    ...{ clock, newId, timeoutMs },
    ...(transport && { transport }),
    ...(onExchange && { onExchange }),
    ledger: postgresStore({ database, owner, name: account.name, clock, newId }),
    fetchToken: tokens(installation.hubId),
    maxWaitMs: 0,
  });
}
