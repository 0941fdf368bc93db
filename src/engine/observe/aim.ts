/** Whether the names in addresses still stand for the ids that a call was made for: a label can be renamed, an object made anew. */

import type { ApiCall } from '../../contract/calls.ts';
import type { Address } from '../../model/address.ts';
import type { Intention } from '../../model/ledger.ts';
import type { KindLookup } from '../kind-lookup.ts';

/** What the names stand for now says nothing of what the call was about. */
export function isMoved(run: KindLookup, { call, covers }: Intention): boolean {
  return missesOf(run, call, covers).length > 0;
}

/** Those of the addresses that the call is not about any more. */
export function missesOf({ kindOf }: KindLookup, call: ApiCall, covers: readonly Address[]): readonly Address[] {
  const byKind = Map.groupBy(covers, (address) => kindOf(address));
  return [...byKind].flatMap(([kind, own]) => kind?.writer.misses?.(call, own) ?? []);
}
