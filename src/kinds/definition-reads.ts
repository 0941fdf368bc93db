/** The reads of property definitions: one list for each object type, for properties and their groups. */

import type { ReadCall } from '../contract/calls.ts';
import { canonicalObjectType } from '../contract/object-types.ts';
import type { Address } from '../model/address.ts';
import type { PlannedRead } from '../model/kind-reader.ts';
import { parseIdentity } from './object-levels.ts';

/** Returns the reads for addresses whose first part is the object type. Companies have a second list (interface 4.3). */
export function definitionReads(addresses: readonly Address[]): readonly PlannedRead[] {
  const covered = Map.groupBy(addresses, (address) => parseIdentity(address).objectType);
  return [...covered].map(([objectType, covers]) => ({ ...definitionRead(objectType), covers }));
}

/** Returns the read of all definitions of an object type. */
export function wholeDefinitionRead(objectType: string): readonly PlannedRead[] {
  return [{ ...definitionRead(objectType), covers: [] }];
}

function definitionRead(objectType: string): Omit<PlannedRead, 'covers'> {
  return {
    call: { endpoint: 'listProperties', params: { object_type: objectType } },
    ...(objectType === 'companies' ? { fallback: { endpoint: 'listCompanyProperties', params: {} } } : {}),
  };
}

/** Returns the object type of such a read. */
export function objectTypeRead(call: ReadCall): string {
  return call.endpoint === 'listCompanyProperties'
    ? 'companies'
    : canonicalObjectType(call.params['object_type'] ?? '');
}
