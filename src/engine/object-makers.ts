/** Resources that make object types: nothing of such a type exists before them. */

import type { Address } from '../model/address.ts';
import type { DesiredResource } from '../model/desired.ts';
import type { Kind } from '../model/kind.ts';
import { kindLookup } from './kind-lookup.ts';

/** Returns the makers among the resources, by object type. */
export function objectMakers(
  resources: readonly Pick<DesiredResource, 'address'>[],
  kinds: readonly Kind[],
): ReadonlyMap<string, Address> {
  const { kindOf } = kindLookup(kinds);
  return new Map(
    resources.flatMap(({ address }) => {
      const type = kindOf(address)?.makesObject?.(address);
      return type === undefined ? [] : [[type, address] as const];
    }),
  );
}
