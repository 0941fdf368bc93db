/** Compares an address with an unsettled call: as planned, as before, or neither. */

import type { Address } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { Intention, LedgerRecord } from '../../model/ledger.ts';
import { differences } from '../compare.ts';
import { asHeld } from '../held.ts';
import type { KindLookup } from '../kind-lookup.ts';
import { type Forms, formsOf, writtenBy } from '../stored.ts';
import { changedFields } from './reread.ts';
import type { Found, Shown } from './shared-reads.ts';

/** Returns whether the address is as planned, as before, or neither. */
export function standing(run: KindLookup, intention: Intention, address: Address, shown: Shown): Standing {
  const live = shown.found.get(address)?.fields;
  const expected = intention.expects[address] ?? null;
  const before = intention.before[address] ?? null;
  const kind = run.kindOf(address);
  if (live === undefined) return expected === null ? 'as-planned' : before === null ? 'as-before' : 'neither';
  if (kind === undefined || isAnother(run, intention, address, shown.found)) return 'neither';
  if (expected !== null && shows(expected, live)) {
    const { stored, others, beside } = formsIn(kind, intention, address, live);
    const isForm = others.length === 0 && beside.length === 0;
    if (isForm && Object.keys(stored).length === 0)
      return isLater(intention, address, shown) ? 'as-before' : 'as-planned';
    if (isForm && isMadeBy(intention, address, shown)) return 'as-planned';
  }
  return before !== null && changedFields(kind, before, live).length === 0 ? 'as-before' : 'neither';
}

export type Standing = 'as-planned' | 'as-before' | 'neither';

/** True if another resource replaced the resource of the call. Its id is different. */
export function isAnother({ kindOf }: KindLookup, intention: Intention, address: Address, found: Found): boolean {
  const [before, now] = [intention.records[address]?.id, found.get(address)?.id];
  // An association type has the id of its label, and a create makes a new id.
  if (kindOf(address)?.associationType !== undefined || (intention.before[address] ?? null) === null) return false;
  return before !== undefined && now !== undefined && before !== now;
}

/** Returns the record of an address that is as planned, with the stored forms of the service. */
export function recordOf(run: KindLookup, intention: Intention, address: Address, found: Found): LedgerRecord | null {
  const [kind, live, record] = [run.kindOf(address), found.get(address), intention.records[address] ?? null];
  if (kind === undefined || live === undefined || record === null) return record;
  const forms = formsIn(kind, intention, address, live.fields);
  return Object.keys(forms.stored).length === 0 ? record : asHeld(kind, record, forms);
}

function formsIn(kind: Kind, { call, before, expects }: Intention, address: Address, live: Fields): Forms {
  const expected = expects[address] ?? {};
  return formsOf(kind, differences(kind, expected, live), writtenBy(before[address], expected, call.body));
}

/** A field that the read lacks proves nothing. */
function shows(expected: Fields, live: Fields): boolean {
  return Object.keys(expected).some((field) => field in live);
}

/** Longer than any call is under way, including its waits. */
const LATER_MS = 3_600_000;

/** Longest duration of a call without waits, together with the difference of clocks that agree. */
const CALL_MS = 60_000;

/** A create sets both times at once. A user does not edit the resource that soon. */
const SAME_WRITE_MS = 1000;

/** True if the resource was created so late that the open create did not make it. */
function isLater(intention: Intention, address: Address, { created }: Shown): boolean {
  return isCreate(intention, address) && sinceCall(intention, created.get(address)) > LATER_MS;
}

/** True if the open create made the resource, and it has not changed since. */
function isMadeBy(intention: Intention, address: Address, { found, created }: Shown): boolean {
  const [madeAt = '', changedAt = ''] = [created.get(address), found.get(address)?.changedAt];
  const isUnchanged = Math.abs(Date.parse(changedAt) - Date.parse(madeAt)) <= SAME_WRITE_MS;
  return isCreate(intention, address) && isUnchanged && Math.abs(sinceCall(intention, madeAt)) <= CALL_MS;
}

function isCreate({ before, expects }: Intention, address: Address): boolean {
  return (before[address] ?? null) === null && (expects[address] ?? null) !== null;
}

/** Milliseconds; NaN where nothing tells. */
function sinceCall({ at }: Intention, madeAt = ''): number {
  return Date.parse(madeAt) - Date.parse(at);
}
