/** How operations read the account: first which account it is, then its contents. */

import { defined } from '../contract/defined.ts';
import { expectedHubId, type ProvenAccount } from '../engine/gate/account-check.ts';
import { requireHost } from '../engine/gate/host-check.ts';
import { type ObserveInput, observe } from '../engine/observe/observe.ts';
import type { Account } from '../model/account.ts';
import type { Desired } from '../model/desired.ts';
import type { Ledger } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import type { Plan } from '../model/plan.ts';
import type { Session } from './session.ts';

export interface Observer {
  /** Of the account and the host of the ledger, or of a host that somebody consented to. */
  prove(ledger: Ledger, allow?: Plan['allowed']): Promise<ProvenAccount>;
  look(ledger: Ledger, desired: Desired, more?: Looking): Promise<Live>;
}

export interface Looking extends Pick<ObserveInput, 'also' | 'whole' | 'forPlan'> {
  /** Every kind when left out. */
  readonly kinds?: ObserveInput['kinds'];
  /** Reads in flight at most. */
  readonly concurrency?: number;
}

export interface ObserverOptions extends Pick<ObserveInput, 'signal' | 'onEvent'> {
  readonly account: Account;
  /** On the account's surface. */
  readonly kinds: ObserveInput['kinds'];
  session(): Session;
}

export const DEFAULT_CONCURRENCY = 8;
/** For a look at what the ledger knows and nothing else. */
export const NOTHING: Desired = { resources: [] };

export function observerOf({ account, kinds: all, session, signal, onEvent }: ObserverOptions): Observer {
  return {
    /** The ledger says what is expected: whose account it is, and at which host. A host that nobody consented to gets no token. */
    prove: async (ledger, allow = []) => {
      requireHost(account, ledger, allow);
      return session().prove(expectedHubId(account.hubId, ledger));
    },
    look: (ledger, desired, { kinds = all, concurrency = DEFAULT_CONCURRENCY, also, whole, forPlan } = {}) =>
      observe({
        desired,
        ledger,
        kinds,
        reader: session().client,
        versions: account.versions,
        concurrency,
        ...defined({ also, whole, forPlan, signal, onEvent }),
      }),
  };
}
