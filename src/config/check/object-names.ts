/** Custom objects that the files name in several ways, or by the name of another account, if this is visible without the account. */

import {
  canonicalObjectType,
  isStandardObjectType,
  OBJECT_TYPE_ID,
  qualifiedName,
  qualifiedObject,
} from '../../contract/object-types.ts';
import type { Account } from '../../model/account.ts';
import { parseAddress } from '../../model/address.ts';
import type { DesiredResource } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Declared } from './collect.ts';

type Owner = Pick<Account, 'name' | 'hubId' | 'surface'>;

/** A name of a custom object. */
interface Named {
  readonly name: string;
  /** First resource with this name. */
  readonly first: DesiredResource;
  /** Resources in the object, by their address without its name. */
  readonly within: ReadonlyMap<string, DesiredResource>;
}

/** Reports double names only for the documented surface. The dated surface looks up names and detects names of the same object itself. */
export function objectNameFindings(declared: readonly Declared[], owner: Owner): readonly Finding[] {
  const all = listNamed(declared);
  if (all.length === 0) return [];
  return [
    ...all.flatMap((one) => ofOther(one, owner)),
    ...(owner.surface === 'documented' ? listPairs(all).flatMap(([one, other]) => twice(one, other, owner)) : []),
  ];
}

function listNamed(declared: readonly Declared[]): readonly Named[] {
  const named = new Map<string, { readonly first: DesiredResource; readonly within: Map<string, DesiredResource> }>();
  for (const { kind, resource } of declared)
    for (const name of kind.objectTypes?.(resource.address) ?? []) {
      if (isStandardObjectType(canonicalObjectType(name))) continue;
      const found = named.get(name) ?? { first: resource, within: new Map() };
      const parts = (parseAddress(resource.address)?.parts ?? []).map((part) => (part === name ? null : part));
      found.within.set(JSON.stringify([kind.name, parts]), resource);
      named.set(name, found);
    }
  return [...named].map(([name, found]) => ({ name, ...found }));
}

function listPairs(all: readonly Named[]): readonly (readonly [Named, Named])[] {
  return all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other] as const));
}

function ofOther({ name, first: { address, provenance } }: Named, { name: account, hubId }: Owner): readonly Finding[] {
  const own = qualifiedObject(name);
  if (own === undefined || hubId === undefined || own.hubId === hubId) return [];
  return [
    {
      code: 'object-of-other-account',
      severity: 'warning',
      message: `${JSON.stringify(name)} is an object of the account ${own.hubId}, and ${account} is the account ${hubId}.`,
      hint: `Write ${qualifiedName(hubId, own.name)}, or on the dated surface ${own.name}, which is the object of that name in every account.`,
      address,
      provenance,
    },
  ];
}

function twice(one: Named, other: Named, owner: Owner): readonly Finding[] {
  const [id, name] = OBJECT_TYPE_ID.test(one.name) ? [one, other] : [other, one];
  if (OBJECT_TYPE_ID.test(name.name)) return [];
  if (OBJECT_TYPE_ID.test(id.name)) return maybeTwice(id, name, owner);
  const qualified = [qualifiedObject(one.name), qualifiedObject(other.name)].find((own) =>
    [one.name, other.name].some((name) => name.toLowerCase() === own?.name.toLowerCase()),
  );
  if (qualified === undefined || (owner.hubId !== undefined && owner.hubId !== qualified.hubId)) return [];
  const names = `${JSON.stringify(one.name)} and ${JSON.stringify(other.name)}`;
  return [
    {
      ...buildFinding(other.first, one.first),
      severity: owner.hubId === undefined ? 'warning' : 'error',
      message: `${names} name one object of the account ${qualified.hubId}${owner.hubId === undefined ? ', if it is this one' : ''}.`,
      hint: `Use one name for an object everywhere: ${qualifiedName(qualified.hubId, qualified.name)} or its type id, or ${qualified.name} on the dated surface.`,
    },
  ];
}

/** Warns only if both objects declare the same resource, because two different objects may coexist. */
function maybeTwice(id: Named, name: Named, { surface }: Owner): readonly Finding[] {
  const [same] = [...name.within].flatMap(([key, resource]) => {
    const other = id.within.get(key);
    return other === undefined ? [] : [{ resource, other }];
  });
  if (same === undefined) return [];
  return [
    {
      ...buildFinding(same.resource, same.other),
      severity: 'warning',
      message: `${same.resource.address} may be ${same.other.address}: the ${surface} surface cannot tell whether ${JSON.stringify(name.name)} is the object ${id.name}.`,
      hint: 'Use one name for an object everywhere. If they are two objects, name both by their type ids.',
    },
  ];
}

function buildFinding(
  { address, provenance }: DesiredResource,
  first: DesiredResource,
): Pick<Finding, 'code' | 'address' | 'provenance' | 'related'> {
  return { code: 'object-named-twice', address, provenance, related: first.provenance };
}
