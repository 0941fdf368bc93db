/** Collects the creation times in the rows of a reply, by address. */

import type { Address } from '../model/address.ts';
import type { CreationTimes } from '../model/kind-reader.ts';

/** `made` returns the address and the time of a row. A row without a time is left out. */
export function creationTimes<Row>(
  rows: readonly Row[],
  made: (row: Row) => readonly [address: Address, at: string | null | undefined],
): CreationTimes {
  const times = new Map<Address, string>();
  for (const row of rows) {
    const [address, at] = made(row);
    if (at != null) times.set(address, at);
  }
  return times;
}
