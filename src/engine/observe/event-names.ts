/** Events that the files declare by two of their names: nothing looks these up, but of two of them their form tells. */

import type { Address } from '../../model/address.ts';
import { parseAddress } from '../../model/address.ts';
import { isOfEvent, withoutAccount } from '../../model/event-name.ts';
import type { Kind } from '../../model/kind.ts';
import { kindLookup } from '../kind-lookup.ts';
import { ambiguousGap, type Gap } from './gaps.ts';

/** Of each address that has the name with the account in front, where the same is meant by the plain name: each would overwrite the other. */
export function eventGaps(meant: readonly Address[], kinds: readonly Kind[]): ReadonlyMap<Address, Gap> {
  const { kindOf } = kindLookup(kinds);
  const named = meant.flatMap((address) => {
    const kind = kindOf(address);
    const [event, ...within] = parseAddress(address)?.parts ?? [];
    return kind === undefined || event === undefined || !isOfEvent(kind) ? [] : [{ address, event, within }];
  });
  const keyOf = (event: string, within: readonly string[]): string => JSON.stringify([event, within]);
  const all = new Set(named.map(({ event, within }) => keyOf(event, within)));
  const byEvent = new Map<string, Gap>();
  return new Map(
    named.flatMap(({ address, event, within }) => {
      const plain = withoutAccount(event);
      if (plain === event || !all.has(keyOf(plain, within))) return [];
      const gap = byEvent.get(event) ?? twofold(event, plain);
      byEvent.set(event, gap);
      return [[address, gap] as const];
    }),
  );
}

function twofold(event: string, plain: string): Gap {
  return ambiguousGap(
    `The event ${JSON.stringify(event)} is also named ${JSON.stringify(plain)}.`,
    'Use one name for an event everywhere.',
  );
}
