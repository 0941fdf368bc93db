/** Checks whether the names in addresses still mean the ids of a call. A label can be renamed, and an object can be created again. */

import type { ApiCall } from '../../contract/calls.ts';
import type { Address } from '../../model/address.ts';
import type { Intention } from '../../model/ledger.ts';
import type { KindLookup } from '../kind-lookup.ts';

/** True if a name of the call has another meaning now. Reads by that name tell nothing about the call. */
export function isMoved(run: KindLookup, { call, covers }: Intention): boolean {
  return findMisses(run, call, covers).length > 0;
}

/** Returns the addresses whose names have another meaning now. */
export function findMisses({ kindOf }: KindLookup, call: ApiCall, covers: readonly Address[]): readonly Address[] {
  const byKind = Map.groupBy(covers, (address) => kindOf(address));
  return [...byKind].flatMap(([kind, own]) => kind?.writer.misses?.(call, own) ?? []);
}
