/** Labels of the project that a limit belongs to. The service deletes the limits of a label together with the label. */

import { canonicalCategory, OWN_LABELS } from '../../contract/association-limits.ts';
import { canonicalObjectType } from '../../contract/object-types.ts';
import type { AccountNames } from '../../model/account-names.ts';
import { type Address, formatAddress, parseAddress } from '../../model/address.ts';
import type { LiveResource } from '../../model/live.ts';
import { parseAssociationType } from './types.ts';

/** Returns the label that the project makes for the text in the address. */
export function labelsOfText(address: Address, names: AccountNames): readonly Address[] {
  const { from, to, category, label } = parseAssociationType(address);
  const made = label === undefined ? undefined : names.providerOf({ from, to }, category, label);
  return made === undefined ? [] : [made.idOf];
}

/** Returns the labels of a limit. The type id of a live limit decides, because another label can have or take the text. */
export function labelsOfLimit(
  { address, id }: Pick<LiveResource, 'address' | 'id'>,
  names: AccountNames,
): readonly Address[] {
  const typeId = id?.split('/').at(-1);
  const owners = typeId === undefined ? [] : labelsOfId(address, typeId, names);
  return owners.length > 0 ? owners : labelsOfText(address, names);
}

/** A type id counts in both directions of its pair. The record of a label can name an object type by another name than the files. */
function labelsOfId(address: Address, typeId: string, names: AccountNames): readonly Address[] {
  const { from, to, category } = parseAssociationType(address);
  if (canonicalCategory(category) !== OWN_LABELS) return [];
  const pair = pairKey(names, [from, to]);
  return [...names.known()].flatMap(([owner, ids]) => {
    const { kind, parts = [] } = parseAddress(owner) ?? {};
    if (kind !== 'association-label' || !ids.split('/').includes(typeId)) return [];
    const [ownFrom = '', ownTo = '', name = ''] = parts;
    if (pairKey(names, [ownFrom, ownTo]) !== pair) return [];
    const spelled = [ownFrom, ownTo].map((type) => canonicalObjectType(names.objectTypeOf(names.typeIdOf(type))));
    return [...new Set([owner, formatAddress('association-label', ...spelled, name)])];
  });
}

function pairKey(names: AccountNames, types: readonly string[]): string {
  return types
    .map((type) => canonicalObjectType(names.typeIdOf(type)))
    .toSorted()
    .join('/');
}
