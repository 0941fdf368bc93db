/** The scope of a pull: kinds, object types and addresses, from its options. */

import { canonicalObjectType } from '../../contract/object-types.ts';
import { kindLookup } from '../../engine/kind-lookup.ts';
import { UsageError } from '../../errors.ts';
import { type Address, isAddress, parseAddress } from '../../model/address.ts';
import { isPattern, matchesPattern } from '../../model/address-pattern.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { PullOptions } from '../types.ts';

export interface Scope {
  readonly kinds: readonly Kind[];
  readonly objectTypes: readonly string[];
  /** Patterns of containers whose resources no list shows itself. */
  readonly named: readonly Address[];
  /** By address, and of what belongs to object types by these. */
  isMeant(address: Address): boolean;
}

/**
 * Object types that are always read, because new resources in them would be missed otherwise: those with paths in the interface (interface
 * 9.3).
 */
export const USUAL = ['contacts', 'companies', 'deals'];

/** Throws UsageError for a pattern of no kind. */
export function scopeOf(all: readonly Kind[], known: readonly Address[], options: PullOptions): Scope {
  const { patterns = [], objects } = options;
  for (const pattern of [...patterns, ...(options.include ?? [])]) requirePattern(pattern);
  const { kindOf } = kindLookup(all);
  const named = patterns.filter(isAddress);
  const typesOf = (addresses: readonly Address[]): readonly string[] =>
    addresses
      .flatMap((address) => kindOf(address)?.objectTypes?.(address) ?? [])
      .filter((type) => !type.includes(STAR));
  const usual = options.drift === true ? typesOf(known) : [...USUAL, ...typesOf(known)];
  // Each pattern names its object types. A pattern without object types means the usual ones.
  const typesMeant = (pattern: string): readonly string[] => {
    if (!all.some((kind) => kind.objectTypes !== undefined && isOfKind(pattern, kind))) return [];
    if (!isAddress(pattern)) return usual;
    const types = kindOf(pattern)?.objectTypes?.(pattern) ?? [];
    return [...typesOf([pattern]), ...(types.some((type) => type.includes(STAR)) ? usual : [])];
  };
  const meantTypes =
    objects?.map(canonicalObjectType) ?? (patterns.length === 0 ? usual : patterns.flatMap(typesMeant));
  const objectTypes = [...new Set(meantTypes)].sort();
  const kinds = all.filter(
    (kind) =>
      (objects === undefined || kind.objectTypes !== undefined) &&
      (patterns.length === 0 || patterns.some((pattern) => isOfKind(pattern, kind))),
  );
  const looked = (address: Address): boolean => {
    const kind = kindOf(address);
    // A resource that is not read is not reported.
    if (kind === undefined || !kinds.includes(kind)) return false;
    const isOfType = kind.objectTypes?.(address).some((type) => objectTypes.includes(type)) ?? true;
    return isOfType && (patterns.length === 0 || patterns.some((pattern) => matchesPattern(pattern, address)));
  };
  // Asked several times about each.
  const answers = new Map<Address, boolean>();
  const isMeant = (address: Address): boolean => {
    const meant = answers.get(address) ?? looked(address);
    answers.set(address, meant);
    return meant;
  };
  return { kinds, objectTypes, named: named.filter((name) => isReadByName(name, kindOf(name))), isMeant };
}

/** Adds the kinds that these hold: only their reads tell which holders are the service's own. */
export function withHeld(meant: readonly Kind[], all: readonly Kind[]): readonly Kind[] {
  return all.filter(
    (kind) =>
      meant.includes(kind) || (kind.needs?.firm === true && meant.some(({ name }) => kind.needs?.kinds.includes(name))),
  );
}

/** Throws UsageError. */
function requirePattern(pattern: string): void {
  if (isPattern(pattern)) return;
  throw new UsageError('not-a-pattern', `${pattern} is neither a kind nor an address.`, {
    hint: 'Write a kind such as property, or an address such as property:contacts/loyalty*. To read one object type, name it as the object to read.',
  });
}

/** Matches any characters in a pattern. */
export const STAR = '*';

/** True if a pattern can match a resource of the kind. */
export function isOfKind(pattern: string, { name }: Pick<Kind, 'name'>): boolean {
  return matchesPattern(pattern.split(':')[0] ?? '', name);
}

/** True if no list shows the resource itself, so that it is read through its app, event or pair. */
function isReadByName(address: Address, kind: Kind | undefined): boolean {
  if (kind === undefined || isUnsupported(kind.reader)) return false;
  if (kind.reader.next === undefined && kind.reader.lists('contacts').length > 0) return false;
  const [first = ''] = parseAddress(address)?.parts ?? [];
  return ![first, ...(kind.objectTypes?.(address) ?? [])].some((part) => part === '' || part.includes(STAR));
}
