/** The association type in an address, named by its global id or by a label of the account. */

import { canonicalObjectType } from '../../contract/object-types.ts';
import type { AssociationType } from '../../model/account-names.ts';
import { type Address, parseAddress } from '../../model/address.ts';

/** A label needs a character that is not a digit, because a number would be read as an id. */
export const LABEL_FORM = /\D/;

/** Older versions could name an object type by its id. The pair is the same. */
export function parseAssociationType(address: Address): AssociationType {
  const [from = '', to = '', category = '', key = ''] = parseAddress(address)?.parts ?? [];
  const pair = { from: canonicalObjectType(from), to: canonicalObjectType(to) };
  return { ...pair, category, ...(LABEL_FORM.test(key) ? { label: key } : { typeId: Number(key) }) };
}
