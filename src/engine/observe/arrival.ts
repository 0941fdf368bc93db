/**
 * Decides by the time of creation whether an open create made a resource. A resource that was created long after the call is another
 * resource. The times count only if the clocks of the account and this machine agree.
 */

import type { Address } from '../../model/address.ts';
import type { Intention } from '../../model/ledger.ts';
import type { Shown } from './shared-reads.ts';

/** Longer than any call is under way, including its waits. */
const LATER_MS = 3_600_000;

/** Longest duration of a call without waits, together with the difference of clocks that agree. */
const CALL_MS = 60_000;

/** A create sets both times at once. A user does not edit the resource that soon. */
const SAME_WRITE_MS = 1000;

/** True if the resource was created so late that the open create did not make it. */
export function isLater(intention: Intention, address: Address, { created }: Shown): boolean {
  return isCreate(intention, address) && sinceCall(intention, created.get(address)) > LATER_MS;
}

/** True if the open create made the resource, and it has not changed since. */
export function isMadeBy(intention: Intention, address: Address, { found, created }: Shown): boolean {
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
