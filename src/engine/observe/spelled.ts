/** Converts a typed address to the spelling of declarations, records and reads. */

import { canonicalCategory } from '../../contract/association-limits.ts';
import { canonicalObjectType } from '../../contract/object-types.ts';
import { type Address, formatAddress, parseAddress } from '../../model/address.ts';
import type { Kind } from '../../model/kind.ts';

/** Corrects blanks and the names of standard object types and categories. Names that only the account knows stay. */
export function spelled(address: Address, { name, objectTypes, associationType }: Kind): Address {
  const types = objectTypes?.(address) ?? [];
  const category = associationType?.(address).category;
  const parts = parseAddress(address)?.parts ?? [];
  return formatAddress(
    name,
    ...parts.map((part) => {
      if (types.includes(part)) return canonicalObjectType(part);
      return part === category ? canonicalCategory(part) : part;
    }),
  );
}
