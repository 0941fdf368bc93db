/** Whether a limit may be one that has another name elsewhere, where nothing tells what a name stands for. */

import { canonicalObjectType, isStandardObjectType } from '../../contract/object-types.ts';
import type { AssociationType } from '../../model/account-names.ts';
import type { Address } from '../../model/address.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import { isNameOfObject } from '../observe/object-names.ts';

/** Which of the others may be the same; undefined where none may, or the account was asked what its names stand for. */
export function maybeSameAs(address: Address, kind: Kind, others: ReadonlySet<Address>): Address | undefined {
  const type = kind.associationType?.(address);
  if (type === undefined || !isUnsupported(kind.reader)) return undefined;
  return [...others].find((other) => {
    if (other === address || !other.startsWith(`${kind.name}:`)) return false;
    const one = kind.associationType?.(other);
    return one !== undefined && mayBeSame(type, one);
  });
}

/** A label may be that of any type of its pair and category, and the name of a custom object may stand for any type id. */
function mayBeSame(one: AssociationType, other: AssociationType): boolean {
  const isLabelOfId = (one.label === undefined) !== (other.label === undefined);
  return (
    mayBeObject(one.from, other.from) &&
    mayBeObject(one.to, other.to) &&
    one.category === other.category &&
    (isLabelOfId || (one.label === other.label && one.typeId === other.typeId))
  );
}

function mayBeObject(one: string, other: string): boolean {
  if (one === other) return true;
  const areCustom = [one, other].every((type) => !isStandardObjectType(canonicalObjectType(type)));
  return areCustom && (isNameOfObject(one) || isNameOfObject(other));
}
