/** Lists every resource whose record or open call an apply of the plan may change. */

import type { Address } from '../model/address.ts';
import type { Plan } from '../model/plan.ts';

/** Returns the addresses that an apply of the plan writes, records or settles. */
export function concernedBy({ changes, adopt, moved, renamed, doubtful, open }: Plan): readonly Address[] {
  const planned = changes.filter(({ action }) => action !== 'keep' && action !== 'blocked');
  return [
    ...[...planned, ...adopt].map(({ address }) => address),
    ...[moved ?? [], doubtful ?? [], Object.values(renamed ?? {})].flat(),
    ...(Object.keys(renamed ?? {}) as Address[]),
    ...(open ?? []).flatMap(({ covers }) => covers),
  ];
}
