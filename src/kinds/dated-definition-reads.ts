/** The reads of definitions on the dated surface: one list of properties, groups or pipelines for each object type. */

import type { ApiCall, ReadCall } from '../contract/calls.ts';
import { canonicalObjectType, findObjectTypeId } from '../contract/object-types.ts';
import type { AccountNames, Pair } from '../model/account-names.ts';
import type { KindReader } from '../model/kind-reader.ts';
import { parseIdentity } from './object-levels.ts';

type List = 'listDatedProperties' | 'listDatedGroups' | 'listPipelines';

/** Reads for addresses whose first part is the object type. A list is complete and has one page. */
export function buildListReads(
  endpoint: List,
  names: AccountNames,
  inPath: typeof pathType = pathType,
): Pick<KindReader, 'reads' | 'lists'> {
  const buildCall = (objectType: string): ReadCall => ({
    endpoint,
    params: { object_type: inPath(names, objectType) },
  });
  return {
    reads(addresses) {
      const covered = Map.groupBy(addresses, (address) => inPath(names, parseIdentity(address).objectType));
      return [...covered].map(([objectType, covers]) => ({ call: buildCall(objectType), covers }));
    },
    lists: (objectType) => [{ call: buildCall(objectType), covers: [] }],
  };
}

/** The list of all custom objects. */
export const SCHEMA_LIST = {
  endpoint: 'listDatedSchemas',
  params: {},
  query: { includePropertyDefinitions: 'false', includeAssociationDefinitions: 'false' },
} as const satisfies ReadCall;

/** Returns the id if it is known, because the path name of an object type is not always its plural (interface 11). */
export function pathType(names: AccountNames, objectType: string): string {
  return findObjectTypeId(canonicalObjectType(names.typeIdOf(objectType)));
}

/** Returns the object type of such a read, as addresses name it. */
export function objectTypeListed(names: AccountNames, { params }: ReadCall): string {
  return canonicalObjectType(names.objectTypeOf(params['object_type'] ?? ''));
}

/** True if the object of this name now has another id than the path of the call. False for a call without an object type. */
export function isMoved(names: AccountNames, { params }: ApiCall, objectType: string): boolean {
  return !isSameType(names, params['object_type'] ?? params['objectTypeId'] ?? objectType, objectType);
}

/** True if the path of the call has this direction between two object types. */
export function isOfPair(names: AccountNames, { params }: ApiCall, { from, to }: Pair): boolean {
  return isSameType(names, params['fromObjectType'] ?? '', from) && isSameType(names, params['toObjectType'] ?? '', to);
}

/** A path can have the id of an object type or its fully qualified name. */
function isSameType(names: AccountNames, path: string, objectType: string): boolean {
  return pathType(names, path) === pathType(names, objectType);
}
