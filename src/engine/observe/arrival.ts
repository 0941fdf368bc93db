/**
 * Decides by its time of creation whether an open create made a resource. A resource that was made long after the call is another
 * one. The times count only if the clock of the account agrees with ours.
 */

import type { Address } from '../../model/address.ts';
import type { Intention } from '../../model/ledger.ts';
import type { Shown } from './shared-reads.ts';

/** No call is on its way for as long as that, whatever it waits for. */
const LATER_MS = 3_600_000;

/** How long a call takes that waits for nothing, and how far clocks that agree may be apart. */
const CALL_MS = 60_000;

/** A create sets both times. Nobody edits it so soon. */
const SAME_WRITE_MS = 1000;

/** Of what an open create was to make: it was made so late that the call has not made it. */
export function isLater(intention: Intention, address: Address, { created }: Shown): boolean {
  return isCreate(intention, address) && sinceCall(intention, created.get(address)) > LATER_MS;
}

/** The open create made it, and nobody changed it since. */
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
