/**
 * Whose a resource is that an open create was to make, or that the ledger has: its time of creation tells, where the clock of the account
 * agrees with ours. What was made long after the call, or after the record, is somebody else's; what was made when the call was on its way
 * counts as made by it.
 */

import type { Address } from '../../model/address.ts';
import type { Intention, LedgerRecord } from '../../model/ledger.ts';
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

/** Of what the ledger has: what has its name by now was made so late that it is another one. */
export function isMadeAnew({ at }: Pick<LedgerRecord, 'at'>, madeAt: string | undefined): boolean {
  return Date.parse(madeAt ?? '') - Date.parse(at) > LATER_MS;
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
