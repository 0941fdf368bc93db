/** Chooses the name of an object type that a user typed, because a custom object has several names. */

import { canonicalObjectType, isPlainName, isStandardObjectType, qualifiedName } from '../../contract/object-types.ts';
import { kindLookup } from '../../engine/kind-lookup.ts';
import type { NamedObject } from '../../model/account-names.ts';
import { type Address, isAddress } from '../../model/address.ts';
import type { Kind } from '../../model/kind.ts';
import type { PullOptions } from '../types.ts';
import type { PullParts } from './parts.ts';
import { STAR } from './scope.ts';

/** Makes a call only for a custom object that the files do not name. */
export async function spelled(
  given: PullOptions,
  known: readonly Address[],
  { parts, hubId }: { readonly parts: PullParts; readonly hubId: number },
): Promise<PullOptions> {
  const { kinds, resolution, customObjects } = parts;
  if (given.objects === undefined && given.patterns === undefined) return given;
  const [types, asked] = [typesIn(kinds, known), typesAsked(kinds, given)];
  if (resolution.account.surface !== 'dated') return withTypes(kinds, given, inFull(types, hubId));
  if (!mayBeKnown(types, asked)) return given;
  const objects = await customObjects();
  return objects === undefined ? given : withTypes(kinds, given, asKnown([...types, ...asked], objects));
}

/** The object types of addresses, each once. */
function typesIn(kinds: readonly Kind[], addresses: readonly Address[]): readonly string[] {
  const { kindOf } = kindLookup(kinds);
  return [...new Set(addresses.flatMap((address) => kindOf(address)?.objectTypes?.(address) ?? []))];
}

/** Returns the object types that a user typed, alone or in an address. */
function typesAsked(kinds: readonly Kind[], { objects = [], patterns = [] }: PullOptions): readonly string[] {
  const types = [...objects.map(canonicalObjectType), ...typesIn(kinds, patterns.filter(isAddress))];
  return types.filter((type) => !type.includes(STAR));
}

/** Returns the options with other names for the object types. */
function withTypes(
  kinds: readonly Kind[],
  { objects, patterns, ...options }: PullOptions,
  nameOf: (type: string) => string,
): PullOptions {
  const written = (pattern: string): string => {
    const types = isAddress(pattern) ? typesIn(kinds, [pattern]) : [];
    const [kind = '', ...rest] = pattern.split(':');
    const parts = rest.join(':').split('/');
    const isType = (part: string) => types.includes(part) && !part.includes(STAR);
    return types.length === 0 ? pattern : `${kind}:${parts.map((one) => (isType(one) ? nameOf(one) : one)).join('/')}`;
  };
  return {
    ...options,
    ...(objects === undefined ? {} : { objects: objects.map((type) => nameOf(canonicalObjectType(type))) }),
    ...(patterns === undefined ? {} : { patterns: patterns.map(written) }),
  };
}

/** The documented surface accepts no plain name of a custom object. Names in the files or the ledger stay. */
function inFull(known: readonly string[], hubId: number): (type: string) => string {
  return (type) => (isPlainName(type) && !known.includes(type) ? qualifiedName(hubId, type) : type);
}

/** True if other names of the objects may be in the files, in the ledger, or twice in the list. */
function mayBeKnown(known: readonly string[], asked: readonly string[]): boolean {
  const custom = new Set([...known, ...asked].filter((type) => !isStandardObjectType(type)));
  return custom.size > 1 && asked.some((type) => custom.has(type) && !known.includes(type));
}

/** Uses the name in the files, in the ledger, or earlier in the list. */
function asKnown(types: readonly string[], objects: readonly NamedObject[]): (type: string) => string {
  const idOf = (type: string): string | undefined => {
    const [one, ...others] = objects.filter(({ typeId, names }) => typeId === type || names.includes(type));
    return others.length === 0 ? one?.typeId : undefined;
  };
  const byId = new Map<string, string>();
  for (const type of types) {
    const id = idOf(type);
    if (id !== undefined && !byId.has(id)) byId.set(id, type);
  }
  return (type) => byId.get(idOf(type) ?? '') ?? type;
}
