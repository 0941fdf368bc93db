/** Compares an address with an unsettled call: as planned, as before, or neither. */

import type { Address } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { Intention } from '../../model/ledger.ts';
import { differences } from '../compare.ts';
import type { KindLookup } from '../kind-lookup.ts';
import { changedFields, type Found } from './reread.ts';

/** Returns whether the address is as planned, as before, or neither. */
export function standing(run: KindLookup, intention: Intention, address: Address, found: Found): Standing {
  const live = found.get(address)?.fields;
  const expected = intention.expects[address] ?? null;
  const before = intention.before[address] ?? null;
  const kind = run.kindOf(address);
  if (live === undefined) return expected === null ? 'as-planned' : before === null ? 'as-before' : 'neither';
  if (kind === undefined || isAnother(run, intention, address, found)) return 'neither';
  if (expected !== null && shows(expected, live) && differences(kind, expected, live).length === 0) return 'as-planned';
  return before !== null && changedFields(kind, before, live).length === 0 ? 'as-before' : 'neither';
}

export type Standing = 'as-planned' | 'as-before' | 'neither';

/** True if another resource replaced the resource of the call. Its id is different. */
export function isAnother({ kindOf }: KindLookup, intention: Intention, address: Address, found: Found): boolean {
  const [before, now] = [intention.records[address]?.id, found.get(address)?.id];
  // An association type has the id of its label, and a create makes a new id.
  if (kindOf(address)?.associationType !== undefined || (intention.before[address] ?? null) === null) return false;
  return before !== undefined && now !== undefined && !isSameId(before, now);
}

/** An id can consist of the ids of both directions, whose order can change. */
export function isSameId(one: string, other: string): boolean {
  const [left, right] = [one, other].map((id) => id.split('/').sort().join('/'));
  return left === right;
}

/** A field that the read lacks proves nothing. */
function shows(expected: Fields, live: Fields): boolean {
  return Object.keys(expected).some((field) => field in live);
}
