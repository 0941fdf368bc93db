/** The refusal to archive a property that something uses (interface 11.3). */

import { findObjectTypeId } from '../../contract/object-types.ts';
import type { PropertyUse } from './property.ts';
import { invalid, type Refusal } from './refusal.ts';

/** `objectType` in its one spelling. */
export function propertyInUse(objectType: string, name: string, uses: readonly PropertyUse[]): Refusal {
  const type = findObjectTypeId(objectType);
  const message = `Property: ${name} of object type ${type} is currently used in ${uses.length} places and cannot be deleted`;
  return invalid(message, {
    subCategory: 'PropertyValidationError.CANNOT_DELETE_PROPERTY_IN_USE',
    context: { usageCount: [String(uses.length)] },
    errors: uses.map(({ parentType, parentName }) => ({
      message: `Used in ${parentType} ${parentName}`,
      subCategory: 'PropertyValidationError.PROPERTY_USAGE',
      context: { parentType: [parentType], parentName: [parentName] },
    })),
  });
}
