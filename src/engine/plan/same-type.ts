/** Whether a recorded limit may be one that the files declare by another name, where nothing tells what a name stands for. */

import { canonicalObjectType, isStandardObjectType } from '../../contract/object-types.ts';
import type { AssociationType } from '../../model/account-names.ts';
import type { Address } from '../../model/address.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import { isNameOfObject } from '../observe/object-names.ts';

/** The declared address that may be the same; undefined where there is none, or the account was asked what its names stand for. */
export function maybeDeclaredAs(address: Address, kind: Kind, declared: ReadonlySet<Address>): Address | undefined {
  const type = kind.associationType?.(address);
  if (type === undefined || !isUnsupported(kind.reader)) return undefined;
  return [...declared].find((other) => {
    if (!other.startsWith(`${kind.name}:`)) return false;
    const one = kind.associationType?.(other);
    return one !== undefined && mayBeSame(type, one);
  });
}

/** A label may be that of any type of its pair and category, and the name of a custom object may stand for any type id. */
function mayBeSame(known: AssociationType, declared: AssociationType): boolean {
  return (
    mayBeObject(known.from, declared.from) &&
    mayBeObject(known.to, declared.to) &&
    known.category === declared.category &&
    (known.label !== declared.label || known.typeId === declared.typeId)
  );
}

function mayBeObject(known: string, declared: string): boolean {
  if (known === declared) return true;
  const isCustom = !isStandardObjectType(canonicalObjectType(declared));
  return isCustom && (isNameOfObject(known) || isNameOfObject(declared));
}
