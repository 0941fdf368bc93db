/** When the rows of a reply say that they were made, by address. */

import type { Address } from '../model/address.ts';
import type { CreationTimes } from '../model/kind-reader.ts';

/** `made`: of one row; a row without a time is left out. */
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
