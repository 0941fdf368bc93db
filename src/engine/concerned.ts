/** Lists every resource whose record or open call an apply of the plan may change. */

import type { Address } from '../model/address.ts';
import type { Plan } from '../model/plan.ts';

/** Returns the addresses that an apply of the plan writes, records or settles. */
export function listConcerned({ changes, adopt, moved, renamed, open, hostChange }: Plan): readonly Address[] {
  // Apply pins a new host in the ledger of every app that the plan knows.
  const planned = changes.filter(
    ({ action }) => hostChange !== undefined || (action !== 'keep' && action !== 'blocked'),
  );
  return [
    ...[...planned, ...adopt].map(({ address }) => address),
    ...[moved ?? [], Object.values(renamed ?? {})].flat(),
    ...(Object.keys(renamed ?? {}) as Address[]),
    ...(open ?? []).flatMap(({ covers }) => covers),
  ];
}
