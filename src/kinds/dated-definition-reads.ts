/** The reads of definitions on the dated surface: one list of properties and one of groups for each object type. */

import type { ApiCall, ReadCall } from '../contract/calls.ts';
import { canonicalObjectType, objectTypeIdOf } from '../contract/object-types.ts';
import type { AccountNames } from '../model/account-names.ts';
import { type Address, parseAddress } from '../model/address.ts';
import type { KindReader } from '../model/kind-reader.ts';

type List = 'listDatedProperties' | 'listDatedGroups';

/** For addresses whose first part is the object type: a list is whole and in one page. */
export function listedBy(endpoint: List, names: AccountNames): Pick<KindReader, 'reads' | 'lists'> {
  const callOf = (objectType: string): ReadCall => ({ endpoint, params: { object_type: pathType(names, objectType) } });
  return {
    reads(addresses) {
      const covered = Map.groupBy(addresses, (address) => pathType(names, objectTypeIn(address)));
      return [...covered].map(([objectType, covers]) => ({ call: callOf(objectType), covers }));
    },
    lists: (objectType) => [{ call: callOf(objectType), covers: [] }],
  };
}

/** The id wherever one is known: not every object type has its plural as its name in a path (interface 11). */
export function pathType(names: AccountNames, objectType: string): string {
  return objectTypeIdOf(canonicalObjectType(names.typeIdOf(objectType)));
}

/** The object type that such a read is about, as addresses name it. */
export function objectTypeListed(names: AccountNames, { params }: ReadCall): string {
  return canonicalObjectType(names.objectTypeOf(params['object_type'] ?? ''));
}

function objectTypeIn(address: Address): string {
  return parseAddress(address)?.parts[0] ?? '';
}

/** Whether the object of this name has another id by now than the one in the path of the call. */
export function isMoved(names: AccountNames, { params }: ApiCall, objectType: string): boolean {
  return pathType(names, objectType) !== params['object_type'];
}
