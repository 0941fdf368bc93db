/** Finds the resources of a call that cannot be changed because a resource that they need is missing. Pure. */

import type { Address } from '../../model/address.ts';
import { isGood } from '../../model/outcome.ts';
import type { PlannedCall } from '../../model/plan.ts';
import type { CallEnd, CallResult } from './call-result.ts';

/** Returns the reason for each address that must be left out. `before` has the ends of the calls that this call waits for. */
export function hindrancesOf(
  { covers, expects }: PlannedCall,
  before: readonly CallEnd[],
  dependsOn: (address: Address) => readonly Address[],
): ReadonlyMap<Address, string> {
  const hindered = new Map<Address, string>();
  const needs = covers.map((address) => ({ address, needed: new Set([address, ...dependsOn(address)]) }));
  for (const { call, results } of before) {
    const bad = results.filter((result) => !isGood(result));
    if (bad.length === 0) continue;
    // A call that precedes for another reason than a needed resource blocks the whole call.
    const isNeeded = needs.some(({ needed }) => results.some((result) => needed.has(result.address)));
    for (const { address, needed } of needs) {
      const holdsUp = (result: CallResult): boolean =>
        needed.has(result.address) &&
        (result.isThere !== true || result.address === address || expects[address] === null);
      const cause = isNeeded ? bad.find(holdsUp) : bad[0];
      if (cause !== undefined && !hindered.has(address)) hindered.set(address, because(cause, call));
    }
  }
  return hindered;
}

function because({ address, status }: CallResult, { id }: PlannedCall): string {
  return `It waits for ${address} (${id}), which ended as ${status}.`;
}
