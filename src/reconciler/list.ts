/** Lists the contents of an account. Writes nothing. Throws ConfigError if a finding of the configuration is an error. */

import { defined } from '../contract/defined.ts';
import { canonicalObjectType, isStandardObjectType } from '../contract/object-types.ts';
import { kindLookup } from '../engine/kind-lookup.ts';
import { buildInventory, isListed, narrowed } from '../engine/observe/inventory.ts';
import { isNameOfObject } from '../engine/observe/object-names.ts';
import { selectUndeclared } from '../engine/observe/undeclared.ts';
import { UsageError } from '../errors.ts';
import type { Address } from '../model/address.ts';
import type { Inventory } from '../model/inventory.ts';
import type { Kind } from '../model/kind.ts';
import type { Ledger } from '../model/ledger.ts';
import { holdersOf } from './holders.ts';
import { type Look, NOTHING } from './observer.ts';
import { otherObjects } from './other-objects.ts';
import type { Parts } from './parts.ts';
import { USUAL } from './pull/scope.ts';
import type { ListOptions } from './types.ts';
import { requireNoErrors } from './validate.ts';

export async function list(parts: Parts, options: ListOptions = {}): Promise<Inventory> {
  requireNoErrors(parts.findings);
  const { kind: name, objects, concurrency, undeclared = false } = options;
  const { account, desired } = parts.resolution;
  const kinds = kindsToList(parts.kinds, name, objects);
  const before = await parts.store.read();
  const known = [...desired.resources.map(({ address }) => address), ...(Object.keys(before.records) as Address[])];
  const objectTypes =
    objects === undefined ? objectTypesOf(parts.kinds, known) : [...new Set(objects.map(canonicalObjectType))];
  const { hubId } = await parts.prove(before);
  const isMeant = isListed(kinds, objectTypes);
  const isSpelled = isListed(kinds, await alsoSpelled(parts, before, objectTypes, known));
  const ledger = narrowed(before, isSpelled);
  const declared = desired.resources.map(({ address }) => address).filter(isSpelled);
  const looking = {
    also: declared.filter(isMeant),
    asked: declared.filter((address) => !isMeant(address)),
    whole: objectTypes,
    kinds: undeclared ? parts.kinds : kinds,
    holders: holdersOf(parts),
    entire: undeclared ? kinds.map((kind) => kind.name) : [],
    ...defined({ concurrency }),
  };
  const looked = await parts.look(ledger, NOTHING, looking);
  const { live, naming, called } = looked;
  const holder = await parts.store.holder();
  const inventory = buildInventory({
    account: { name: account.name, hubId },
    kinds,
    objectTypes: kinds.some((kind) => kind.objectTypes !== undefined) ? objectTypes : [],
    ledger,
    live,
    ...typeIdsOf(objectTypes, naming),
    ...defined({ holder }),
  });
  if (!undeclared) return inventory;
  const now = desired.resources.map((resource) => ({
    ...resource,
    address: called.get(resource.address) ?? resource.address,
  }));
  const isOfObjects = objects === undefined && kinds.some((kind) => kind.objectTypes !== undefined);
  return {
    ...selectUndeclared(inventory, { resources: now }, live, parts.kinds),
    ...(isOfObjects ? { otherObjects: await otherObjects(parts, objectTypes, looked) } : {}),
  };
}

function typeIdsOf(objectTypes: readonly string[], { names }: Look['naming']): Pick<Inventory, 'typeIds'> {
  const ids = objectTypes.flatMap((type) => {
    const id = names.typeIdOf(type);
    return id === type ? [] : [[type, id] as const];
  });
  return ids.length === 0 ? {} : { typeIds: Object.fromEntries(ids) };
}

/** Object types narrow the list to the kinds that belong to some. Throws UsageError for a kind that belongs to none. */
function kindsToList(
  all: readonly Kind[],
  name: ListOptions['kind'],
  objects: ListOptions['objects'],
): readonly Kind[] {
  const named = all.filter((kind) => name === undefined || kind.name === name);
  const kinds = objects === undefined ? named : named.filter((kind) => kind.objectTypes !== undefined);
  if (kinds.length > 0) return kinds;
  throw new UsageError('usage', `A ${name} is independent of object types, so it cannot be listed by object type.`, {
    hint: 'Leave out the object types, or list another kind.',
  });
}

function objectTypesOf(kinds: readonly Kind[], known: readonly Address[]): readonly string[] {
  const { kindOf } = kindLookup(kinds);
  const named = known.flatMap((address) => kindOf(address)?.objectTypes?.(address) ?? []);
  return named.length === 0 ? USUAL : [...new Set(named)].sort();
}

/** Returns the object types, followed by their other spellings among these addresses. Reads the account only if a name may be an id. */
async function alsoSpelled(
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
