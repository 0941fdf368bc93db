/** Checks whether the names in addresses still mean the ids of a call. A label can be renamed, and an object can be created again. */

import type { ApiCall } from '../../contract/calls.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { Address } from '../../model/address.ts';
import type { Intention } from '../../model/ledger.ts';
import type { KindLookup } from '../kind-lookup.ts';

/** True if a name of the call has another meaning now. Reads by that name tell nothing about the call. */
export function isMoved(run: KindLookup, { call, covers }: Intention): boolean {
  return findMisses(run, call, covers).length > 0;
}

/** Returns the addresses whose names have another meaning now. Calls of the documented surface have ids in place of such names. */
export function findMisses({ kindOf }: KindLookup, call: ApiCall, covers: readonly Address[]): readonly Address[] {
  if (ENDPOINTS[call.endpoint].surface === 'documented') return [];
  const byKind = Map.groupBy(covers, (address) => kindOf(address));
  return [...byKind].flatMap(([kind, own]) => kind?.writer.misses?.(call, own) ?? []);
}
