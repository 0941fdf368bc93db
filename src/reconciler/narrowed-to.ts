/** Finds the part of a project that decides about one resource: its container and its dependencies. */

import { canonicalObjectType, isStandardObjectType } from '../contract/object-types.ts';
import { kindLookup } from '../engine/kind-lookup.ts';
import { narrowed } from '../engine/observe/inventory.ts';
import { partOf } from '../engine/observe/parts.ts';
import type { Address } from '../model/address.ts';
import type { DesiredResource } from '../model/desired.ts';
import type { Kind } from '../model/kind.ts';
import type { Parts } from './parts.ts';

/**
 * Returns undefined if other resources may matter: for a resource that is missing or no longer declared, and for a resource that may have
 * another name.
 */
export async function narrowedTo(parts: Parts, address: Address, kind: Kind): Promise<Parts | undefined> {
  const { resolution, store } = parts;
  const { desired, moved } = resolution;
  const { records } = await store.read();
  const isDeclared = desired.resources.some((one) => one.address === address);
  const isNamed = !(kind.objectTypes?.(address) ?? []).every((type) => isStandardObjectType(canonicalObjectType(type)));
  if (!isDeclared || records[address] === undefined || isNamed || moved.length > 0) return undefined;
  const { kindOf } = kindLookup(parts.kinds);
  const rest = restsOn(address, desired.resources, kindOf);
  const own = partOf(kind, address);
  const isMeant = (one: Address): boolean => {
    const other = kindOf(one);
    return rest.has(one) || (other !== undefined && other.app === undefined && partOf(other, one) === own);
  };
  return {
    ...parts,
    resolution: {
      ...resolution,
      desired: { resources: desired.resources.filter((one) => isMeant(one.address)) },
      holders: [],
    },
    store: { ...store, read: async () => narrowed(await store.read(), isMeant) },
  };
}

/** Returns the address and everything that it depends on or mentions, recursively. */
function restsOn(
  address: Address,
  resources: readonly DesiredResource[],
  kindOf: (address: Address) => Kind | undefined,
): ReadonlySet<Address> {
  const byAddress = new Map(resources.map((one) => [one.address, one] as const));
  const reached = new Set([address]);
  // A set that grows is read to its end.
  for (const one of reached) {
    const [resource, kind] = [byAddress.get(one), kindOf(one)];
    if (resource === undefined || kind === undefined) continue;
    for (const other of [...kind.dependsOn(resource.spec), ...kind.mentions(resource.spec)]) reached.add(other);
  }
  return reached;
}
