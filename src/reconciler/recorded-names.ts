/** Doubts about the names of objects, without those that a ledger settles: it has something of an object of that name. */

import { isPlainName } from '../contract/object-types.ts';
import { kindLookup } from '../engine/kind-lookup.ts';
import { type Address, isAddress } from '../model/address.ts';
import type { Finding } from '../model/finding.ts';
import type { Kind } from '../model/kind.ts';

/** `recorded`: addresses. */
export function withoutRecordedNames(
  findings: readonly Finding[],
  recorded: readonly string[],
  kinds: readonly Kind[],
): readonly Finding[] {
  const { kindOf } = kindLookup(kinds);
  const typesIn = (address: Address): readonly string[] => kindOf(address)?.objectTypes?.(address) ?? [];
  const known = new Set(recorded.filter(isAddress).flatMap(typesIn));
  const isKnown = (address = ''): boolean =>
    isAddress(address) && typesIn(address).every((type) => known.has(type) || !isPlainName(type));
  return findings.filter(({ code, address }) => code !== 'object-misspelt' || !isKnown(address));
}
