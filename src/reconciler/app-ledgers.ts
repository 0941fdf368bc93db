/** Joins the ledgers of apps to that of an account: by its kinds it is known what belongs to an app. */

import { joinedStore } from '../ledger/joined-store.ts';
import type { Address } from '../model/address.ts';
import type { Desired } from '../model/desired.ts';
import type { Kind } from '../model/kind.ts';
import type { LedgerStore } from '../model/ledger.ts';

export interface AppLedgerOptions {
  /** Of the account. */
  readonly name: string;
  readonly kinds: readonly Kind[];
  readonly desired: Desired;
}

export function withAppLedgers(account: LedgerStore, { name, kinds, desired }: AppLedgerOptions): LedgerStore {
  const ofApps = kinds.filter((kind) => kind.app !== undefined);
  const appOf = (address: Address): string | undefined =>
    ofApps.find((kind) => address.startsWith(`${kind.name}:`))?.app?.(address);
  const addresses = new Set(desired.resources.map(({ address }) => address));
  const declared = [...addresses].flatMap((address) => appOf(address) ?? []);
  const declares = (address: Address) => addresses.has(address);
  return joinedStore({ account, name, appOf, declares, declared: [...new Set(declared)] });
}
