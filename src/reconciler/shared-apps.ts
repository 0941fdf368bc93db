/** Which other accounts use the apps that a plan may take something away from. */

import { kindLookup } from '../engine/kind-lookup.ts';
import type { Desired } from '../model/desired.ts';
import type { Ledger, SharedApps } from '../model/ledger.ts';
import type { Parts } from './parts.ts';

/** Of the apps of what is recorded and not declared: of any other nothing goes. */
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
