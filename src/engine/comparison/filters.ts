/** What a comparison is narrowed to, and the order in which it is listed. */

import { type Address, KIND_NAMES } from '../../model/address.ts';
import { matchesPattern } from '../../model/address-pattern.ts';
import type { Kind } from '../../model/kind.ts';
import { compareNatural } from '../../model/natural.ts';

export interface ComparingOptions {
  /** Kinds and addresses, in which `*` stands for any characters; everything when left out. */
  readonly patterns?: readonly string[];
  /** Kinds; all when left out. */
  readonly kinds?: readonly string[];
  /** Canonical object types; all when left out. Kinds that belong to none are then left out. */
  readonly objects?: readonly string[];
  /** Patterns of what is compared although it is the service's own. */
  readonly include?: readonly string[];
  /** Object types that an account is asked about where nobody names any. */
  readonly usual?: readonly string[];
}

export type Meant = (kind: Kind, address: Address) => boolean;

export function meantBy({ patterns = [], kinds, objects }: ComparingOptions): Meant {
  return (kind, address) => {
    if (kinds !== undefined && !kinds.includes(kind.name)) return false;
    if (patterns.length > 0 && !patterns.some((pattern) => matchesPattern(pattern, address))) return false;
    return objects === undefined || kind.objectTypes?.(address).every((type) => objects.includes(type)) === true;
  };
}

export function kindsMeantBy({ patterns = [], kinds, objects }: ComparingOptions): (kind: Kind) => boolean {
  return ({ name, objectTypes }) =>
    (kinds?.includes(name) ?? true) &&
    (objects === undefined || objectTypes !== undefined) &&
    (patterns.length === 0 || patterns.some((pattern) => matchesPattern(pattern.split(':')[0] ?? '', name)));
}

export function isOfKind(address: Address, kind: Kind['name']): boolean {
  return address.startsWith(`${kind}:`);
}

export function byKindAndName(one: Address, other: Address): number {
  const rank = (address: Address): number => KIND_NAMES.findIndex((name) => isOfKind(address, name));
  return rank(one) - rank(other) || compareNatural(one, other);
}
