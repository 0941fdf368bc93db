/** Finds other spellings of object types in a ledger or the files: a custom object by its id, if it is requested by its name. */

import { canonicalObjectType, isStandardObjectType } from '../contract/object-types.ts';
import { kindLookup } from '../engine/kind-lookup.ts';
import { isNameOfObject } from '../engine/observe/object-names.ts';
import type { Address } from '../model/address.ts';
import type { Ledger } from '../model/ledger.ts';
import type { Parts } from './parts.ts';

/** Returns the object types, followed by their other spellings among these addresses. Reads the account only if a name may be an id. */
export async function alsoSpelled(
  { kinds, kindsFor }: Pick<Parts, 'kinds' | 'kindsFor'>,
  ledger: Ledger,
  objectTypes: readonly string[],
  addresses: readonly Address[],
): Promise<readonly string[]> {
  const { kindOf } = kindLookup(kinds);
  const own = objectTypes.filter(isCustom);
  const others = [...new Set(addresses.flatMap((address) => kindOf(address)?.objectTypes?.(address) ?? []))].filter(
    (type) => isCustom(type) && !objectTypes.includes(type),
  );
  if (own.length === 0 || others.length === 0 || ![...own, ...others].some(isNameOfObject)) return objectTypes;
  const { naming } = await kindsFor({ ...ledger, records: {}, intentions: [] }, [], { whole: [...own, ...others] });
  const ids = new Set(own.map((type) => naming.names.typeIdOf(type)));
  return [...objectTypes, ...others.filter((type) => ids.has(naming.names.typeIdOf(type)))];
}

function isCustom(type: string): boolean {
  return !isStandardObjectType(canonicalObjectType(type));
}
