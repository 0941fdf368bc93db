/** The changes of a run by address, and the user of its token. */

import type { Address } from '../model/address.ts';
import type { AppliedCall, RunHistory } from '../model/ledger.ts';

export interface RunChange {
  readonly address: Address;
  readonly action: 'create' | 'update' | 'remove';
}

/** Returns the changes of a run by address, in the order of its calls. */
export function runChanges({ calls }: RunHistory): readonly RunChange[] {
  const changes = new Map<Address, RunChange>();
  for (const call of calls)
    for (const address of call.covers.filter((covered) => !stayed(call, covered))) {
      const first = changes.get(address);
      const action = decideAction(call, address);
      changes.set(address, { address, action: first?.action === 'create' ? 'create' : action });
    }
  return [...changes.values()];
}

/** Returns the name or id of the user whose token made the run. Returns undefined if it is unknown. */
export function findUser({ calls }: RunHistory): string | undefined {
  return calls[0]?.by;
}

/** The service confirmed the removal, and left the resource as it was. */
function stayed({ expects, records }: AppliedCall, address: Address): boolean {
  return expects[address] == null && records[address] != null;
}

function decideAction({ before, expects }: AppliedCall, address: Address): RunChange['action'] {
  if (expects[address] == null) return 'remove';
  return before[address] == null ? 'create' : 'update';
}
