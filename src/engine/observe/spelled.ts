/** An address as somebody typed it, in the one spelling that declarations, records and reads use. */

import { canonicalCategory } from '../../contract/association-limits.ts';
import { canonicalObjectType } from '../../contract/object-types.ts';
import { type Address, addressOf, parseAddress } from '../../model/address.ts';
import type { Kind } from '../../model/kind.ts';

/** Names of standard object types and of categories, and blanks. What the account alone tells stays as it is. */
export function spelled(address: Address, { name, objectTypes, associationType }: Kind): Address {
  const types = objectTypes?.(address) ?? [];
  const category = associationType?.(address).category;
  const parts = parseAddress(address)?.parts ?? [];
  return addressOf(
    name,
    ...parts.map((part) => {
      if (types.includes(part)) return canonicalObjectType(part);
      return part === category ? canonicalCategory(part) : part;
    }),
  );
}
