/** Makes the reconciler of an account: the prepared project, the account's token, and its ledger in the database. */

import type { Exchange } from '../../client/index.ts';
import type { Clock, NewId } from '../../contract/clock.ts';
import { isIdle } from '../../engine/idle.ts';
import { parseHost } from '../../model/host.ts';
import type { Plan } from '../../model/plan.ts';
import type { Telemetry } from '../../model/telemetry.ts';
import type { Prepared } from '../../reconciler/prepare.ts';
import { createReconciler } from '../../reconciler/reconciler.ts';
import type { Reconciler } from '../../reconciler/types.ts';
import type { Database } from '../database/database.ts';
import type { Installation } from '../installations/installations.ts';
import { isAtRest, type LastRead } from '../ledger/at-rest.ts';
import { NOT_SHARED, sharingRuns } from '../ledger/shared-runs.ts';
import { readStore } from '../ledger/store.ts';
import { type FleetAccounts, givenAccount } from './accounts.ts';

export interface Reconciling extends FleetAccounts {
  readonly database: Database;
  readonly prepared: Prepared;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Milliseconds for one plan or apply. */
  readonly timeoutMs: number;
  readonly onExchange?: OnFleetExchange | undefined;
  readonly telemetry?: Telemetry | undefined;
}

/** Told of each try of a call, and whose it is. */
export type OnFleetExchange = (exchange: Exchange, of: { readonly account: string; readonly hubId: number }) => void;

export interface AccountReconciler extends Reconciler {
  /** True if applying the plan would change neither the account nor the ledger of the moment of the plan. */
  isIdle(plan: Plan): boolean;
}

/**
 * Creates the reconciler of an account. It never waits for a limit: it fails with the time to try again. The shared runs of an app count as
 * runs of this account.
 */
export async function createAccountReconciler(
  installation: Installation,
  parts: Reconciling,
  shared = NOT_SHARED,
): Promise<AccountReconciler> {
  const { database, prepared, tokens, transport, clock, newId, timeoutMs, telemetry, onExchange } = parts;
  const account = await givenAccount(installation, parts);
  const { name } = account;
  const read: LastRead = { stored: undefined, apps: new Map() };
  const reconciler = createReconciler({
    ...prepared.forAccount(account),
    ...{ clock, newId, timeoutMs },
    ...(transport && { transport }),
    ...(telemetry && { telemetry }),
    onExchange: (exchange) => onExchange?.(exchange, { account: name, hubId: installation.hubId }),
    ledger: sharingRuns(readStore({ database, name }, read), shared),
    fetchToken: tokens(installation.hubId),
    maxWaitMs: 0,
  });
  return {
    ...reconciler,
    isIdle(plan) {
      const { hubId, baseUrl } = plan.account;
      return isIdle(plan) && isAtRest(read, { name, hubId, host: parseHost(baseUrl) });
    },
  };
}
