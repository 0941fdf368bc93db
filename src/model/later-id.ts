/** A type id in the body of a planned call that is taken from the ledger or from an earlier call when the call is sent. */

import type { Address } from './address.ts';
import { type Fields, isList, type Json, mapping } from './json.ts';

export type LaterId = {
  /** Resource with the id. */
  readonly idOf: Address;
  /** Position of the type id in the id of the resource. */
  readonly side: 0 | 1;
};

/** Returns the value with all its later ids. Returns the address of a resource without a known id instead, if there is one. */
export function withLaterIds(
  value: Json,
  idAt: (later: LaterId) => number | undefined,
): { readonly value: Json } | { readonly unknown: Address } {
  const later = findLaterId(value);
  if (later !== undefined) {
    const id = idAt(later);
    return id === undefined ? { unknown: later.idOf } : { value: id };
  }
  const members = isList(value)
    ? value.map((one, index) => [index, one] as const)
    : Object.entries(mapping(value) ?? {});
  if (members.length === 0) return { value };
  const filled: (readonly [string | number, Json])[] = [];
  for (const [key, one] of members) {
    const result = withLaterIds(one, idAt);
    if ('unknown' in result) return result;
    filled.push([key, result.value]);
  }
  return { value: isList(value) ? filled.map(([, one]) => one) : Object.fromEntries(filled) };
}

function findLaterId(value: Json): LaterId | undefined {
  const members: Fields = mapping(value) ?? {};
  const { idOf, side } = members;
  if (typeof idOf !== 'string' || (side !== 0 && side !== 1) || Object.keys(members).length > 2) return undefined;
  return { idOf: idOf as Address, side };
}
