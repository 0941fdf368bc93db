/** Finds events that the files declare by two names. The form of a name shows some of them, and the reads of both names show the others. */

import type { Address } from '../../model/address.ts';
import { formatAddress, parseAddress } from '../../model/address.ts';
import { isOfEvent, withoutAccount } from '../../model/event-name.ts';
import type { Finding } from '../../model/finding.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import { kindLookup } from '../kind-lookup.ts';
import { ambiguousGap, type Gap } from './gaps.ts';
import type { Looked } from './near.ts';

/**
 * Returns a gap for each address with the account's prefix, if the plain name of the same event is declared too. Each would overwrite the
 * other.
 */
export function eventGaps(meant: readonly Address[], kinds: readonly Kind[]): ReadonlyMap<Address, Gap> {
  const { kindOf } = kindLookup(kinds);
  const named = meant.flatMap((address) => {
    const kind = kindOf(address);
    const [event, ...within] = parseAddress(address)?.parts ?? [];
    return kind === undefined || event === undefined || !isOfEvent(kind) ? [] : [{ address, event, within }];
  });
  const buildKey = (event: string, within: readonly string[]): string => JSON.stringify([event, within]);
  const all = new Set(named.map(({ event, within }) => buildKey(event, within)));
  const byEvent = new Map<string, Gap>();
  return new Map(
    named.flatMap(({ address, event, within }) => {
      const plain = withoutAccount(event);
      if (plain === event || !all.has(buildKey(plain, within))) return [];
      const gap = byEvent.get(event) ?? twofold(event, plain);
      byEvent.set(event, gap);
      return [[address, gap] as const];
    }),
  );
}

/** Returns a gap for each address whose name shows the same event as another declared name. The name that the account shows is kept. */
export function sameEventGaps(looked: Looked, declared: ReadonlySet<Address>): ReadonlyMap<Address, Gap> {
  const seen = looked.flatMap(([{ kinds, covers }, { result }]) =>
    'error' in result
      ? []
      : kinds.flatMap(({ reader }) => {
          const holder = isUnsupported(reader) ? undefined : reader.holderIn?.(result.call, result.value);
          return holder === undefined ? [] : [{ ...holder, covers }];
        }),
  );
  const gaps = new Map<Address, Gap>();
  for (const names of Map.groupBy(seen, ({ id }) => id).values()) {
    const [first, ...others] = names.toSorted((a, b) => Number(b.asked === b.name) - Number(a.asked === a.name));
    if (first === undefined) continue;
    for (const { asked, covers } of others) {
      const gap = twofold(asked, first.asked);
      for (const address of covers) {
        const { kind, parts = [] } = parseAddress(address) ?? {};
        const same = kind === undefined ? undefined : formatAddress(kind, first.asked, ...parts.slice(1));
        if (same !== undefined && declared.has(address) && declared.has(same)) gaps.set(address, gap);
      }
    }
  }
  return gaps;
}

/** Each with the first address that it is about. */
export function gapFindings(gaps: ReadonlyMap<Address, Gap>): readonly Finding[] {
  const first = new Map<Finding, Address>();
  for (const [address, { finding }] of gaps) if (!first.has(finding)) first.set(finding, address);
  return [...first].map(([finding, address]) => ({ ...finding, address }));
}

function twofold(event: string, plain: string): Gap {
  return ambiguousGap(
    `The event ${JSON.stringify(event)} is also named ${JSON.stringify(plain)}.`,
    'Use one name for an event everywhere.',
  );
}
