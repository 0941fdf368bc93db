/** Resources of the project that make association types, by the label of the type. */

import type { AssociationType, Pair, ProvidedType } from '../../model/account-names.ts';
import { type Address, parseAddress, parseKind } from '../../model/address.ts';
import type { Kind } from '../../model/kind.ts';
import type { LaterId } from '../../model/later-id.ts';
import type { LiveResource } from '../../model/live.ts';
import { kindLookup } from '../kind-lookup.ts';
import type { FollowedIds } from './known-ids.ts';
import { typeKey } from './label-names.ts';

export type Maker = ProvidedType & LaterId;

/** Makers by the key of the type, with their pairs as type ids. */
export type Makers = ReadonlyMap<string, Maker>;

export interface MakersInput {
  readonly kinds: readonly Kind[];
  /** The first of several resources with one address or one label counts. */
  readonly resources: readonly Pick<LiveResource, 'address' | 'fields'>[];
}

export function findMakers({ kinds, resources }: MakersInput, withIds: <T extends Pair>(pair: T) => T): Makers {
  const { kindOf } = kindLookup(kinds);
  const makers = new Map<string, Maker>();
  const seen = new Set<Address>();
  for (const resource of resources) {
    const { address } = resource;
    const kind = kindOf(address);
    // A record in the other direction is of the same resource, and has older texts.
    if (seen.has(address) || seen.has(kind?.otherEnd?.(address) ?? address)) continue;
    seen.add(address);
    for (const type of kind?.provides?.(resource) ?? []) {
      const maker = { ...withIds(type), idOf: address };
      const { side: _, idOf: __, ...named } = maker;
      const key = typeKey(named);
      if (!makers.has(key)) makers.set(key, maker);
    }
  }
  return makers;
}

export interface OtherMakers {
  readonly ids: Pick<FollowedIds, 'known'>;
  /** Returns the ids of the object types in an address. */
  typesOf(address: Address): readonly string[];
}

/**
 * True if the ledger has the type id for another resource than the maker. Both ends of a pair name the same resource, and an object type
 * can be named by its id.
 */
export function isOfAnother({ idOf }: Maker, typeId: number, { ids, typesOf }: OtherMakers): boolean {
  const buildPairKey = (address: Address): string => JSON.stringify(typesOf(address).toSorted());
  const findName = (address: Address): string | undefined => parseAddress(address)?.parts.at(-1);
  return [...ids.known()].some(
    ([address, id]) =>
      parseKind(address) === parseKind(idOf) &&
      id.split('/').includes(String(typeId)) &&
      buildPairKey(address) === buildPairKey(idOf) &&
      findName(address) !== findName(idOf),
  );
}

/** Returns the label that a resource of the project gives to the type of this id. */
export function madeLabel(type: AssociationType, makers: Makers, ids: FollowedIds): string | undefined {
  // The ledger does not tell which of two ids of one object type has which text now.
  const isSame = (maker: Maker) =>
    maker.from === type.from &&
    maker.to === type.to &&
    maker.category === type.category &&
    (maker.from !== maker.to || ids.isFresh(maker));
  return [...makers.values()].find((maker) => isSame(maker) && ids.typeIdAt(maker) === type.typeId)?.label;
}
