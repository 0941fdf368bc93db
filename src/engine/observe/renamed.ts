/** Records of things that the files now call otherwise: a custom object by its name instead of its id, a label instead of a type. */

import type { AccountNames, AssociationType } from '../../model/account-names.ts';
import { type Address, addressOf, parseAddress } from '../../model/address.ts';
import type { Kind } from '../../model/kind.ts';
import { kindLookup } from '../kind-lookup.ts';

/** By the address of a record: the address of the same resource in the names that are used now. */
export function renamedIn(
  records: Iterable<Address>,
  names: AccountNames,
  kinds: readonly Kind[],
): ReadonlyMap<Address, Address> {
  const { kindOf } = kindLookup(kinds);
  const renamed = new Map<Address, Address>();
  for (const address of records) {
    const kind = kindOf(address);
    const now = kind === undefined ? address : nowOf(address, kind, names);
    if (now !== address) renamed.set(address, now);
  }
  return renamed;
}

function nowOf(address: Address, kind: Kind, names: AccountNames): Address {
  const parts = parseAddress(address)?.parts ?? [];
  const types = kind.objectTypes?.(address) ?? [];
  const called = (part: string): string => (types.includes(part) ? names.objectTypeOf(names.typeIdOf(part)) : part);
  const type = kind.associationType?.(address);
  const last = type === undefined ? undefined : calledType(type, names);
  const all = parts.map((part, index) => (last !== undefined && index === parts.length - 1 ? last : called(part)));
  return addressOf(kind.name, ...all);
}

/** Undefined where the account does not tell. */
function calledType({ from, to, category, typeId, label }: AssociationType, names: AccountNames): string | undefined {
  const pair = { from, to };
  const id = label === undefined ? typeId : names.typeOfLabel(pair, category, label);
  return id === undefined ? undefined : (names.labelOf(pair, { category, typeId: id }) ?? String(id));
}
