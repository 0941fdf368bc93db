/** Finds other accounts that use the apps from which a plan may remove resources. */

import { kindLookup } from '../engine/kind-lookup.ts';
import type { Desired } from '../model/desired.ts';
import type { Ledger, SharedApps } from '../model/ledger.ts';
import type { Parts } from './parts.ts';

/** Checks the apps of records that are no longer declared. A plan removes nothing from other apps. */
export async function sharedApps(
  { store, kinds }: Pick<Parts, 'store' | 'kinds'>,
  { records }: Ledger,
  { resources }: Desired,
): Promise<SharedApps> {
  const { kindOf } = kindLookup(kinds);
  const declared = new Set(resources.map(({ address }) => address));
  const dropped = Object.values(records).filter(({ address }) => !declared.has(address));
  const apps = new Set(dropped.flatMap(({ address }) => kindOf(address)?.app?.(address) ?? []));
  const shared = new Map<string, readonly string[]>();
  for (const app of apps) shared.set(app, (await store.sharers?.(app)) ?? []);
  return shared;
}
