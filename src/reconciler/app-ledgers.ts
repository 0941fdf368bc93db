/** Joins the ledgers of apps to that of an account: by its kinds it is known what belongs to an app. */

import { KINDS } from '../kinds/index.ts';
import type { AppOf } from '../ledger/joined.ts';
import { joinedStore } from '../ledger/joined-store.ts';
import type { Address } from '../model/address.ts';
import type { Desired } from '../model/desired.ts';
import type { Kind } from '../model/kind.ts';
import type { JoinedLedger, LedgerStore } from '../model/ledger.ts';

export interface AppLedgerOptions {
  /** Name of the account. */
  readonly name: string;
  readonly kinds: readonly Kind[];
  readonly desired: Desired;
}

/** By its kind, which is the same on every surface. */
export function appOfResource(address: Address): string | undefined {
  return appOfKinds(KINDS)(address);
}

function appOfKinds(kinds: readonly Kind[]): AppOf {
  const ofApps = kinds.filter((kind) => kind.app !== undefined);
  return (address) => ofApps.find((kind) => address.startsWith(`${kind.name}:`))?.app?.(address);
}

export function withAppLedgers(account: LedgerStore, { name, kinds, desired }: AppLedgerOptions): JoinedLedger {
  const appOf = appOfKinds(kinds);
  const addresses = new Set(desired.resources.map(({ address }) => address));
  const declared = [...addresses].flatMap((address) => appOf(address) ?? []);
  const declares = (address: Address) => addresses.has(address);
  return joinedStore({ account, name, appOf, declares, declared: [...new Set(declared)] });
}
