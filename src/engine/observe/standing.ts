/** Whether a read shows that an unsettled call took effect: as planned, as before, or neither. */

import type { Address } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { Intention } from '../../model/ledger.ts';
import { differences } from '../compare.ts';
import type { KindLookup } from '../kind-lookup.ts';
import { changedFields } from './reread.ts';
import type { Found } from './shared-reads.ts';

/** How a covered address stands after the call: as planned, as before, or neither. */
export function standing(run: KindLookup, intention: Intention, address: Address, found: Found): Standing {
  const live = found.get(address)?.fields;
  const expected = intention.expects[address] ?? null;
  const before = intention.before[address] ?? null;
  const kind = run.kindOf(address);
  if (live === undefined) return expected === null ? 'as-planned' : before === null ? 'as-before' : 'neither';
  if (kind === undefined) return 'neither';
  if (expected !== null && shows(expected, live) && differences(kind, expected, live).length === 0) return 'as-planned';
  return before !== null && changedFields(kind, before, live).length === 0 ? 'as-before' : 'neither';
}

export type Standing = 'as-planned' | 'as-before' | 'neither';

/** A field that the read does not show proves nothing. */
function shows(expected: Fields, live: Fields): boolean {
  return Object.keys(expected).some((field) => field in live);
}
