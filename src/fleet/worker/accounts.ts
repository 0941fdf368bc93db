/** What a fleet needs of the installations: which accounts there are, and how each is reached. */

import type { GivenAccount } from '../../config/accounts/given.ts';
import type { ReconcilerOptions } from '../../reconciler/types.ts';

export interface FleetAccount {
  readonly hubId: number;
  /** The app that is installed in it: apps are served in turn. */
  readonly app: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Only an active one is planned and run. */
  readonly state: 'active' | 'revoked' | 'uninstalled' | 'paused';
}

/** How an account is reached; no part of it is kept by the fleet. */
export interface OpenedAccount {
  /** As forAccount of a prepared project takes it. */
  readonly account: GivenAccount & { readonly hubId: number };
  readonly options: Pick<ReconcilerOptions, 'fetchToken' | 'transport'>;
}

export interface FleetAccounts {
  list(): Promise<readonly FleetAccount[]>;
  /** As it is now; undefined where it was never installed. */
  find(hubId: number): Promise<FleetAccount | undefined>;
  open(hubId: number): Promise<OpenedAccount>;
}
