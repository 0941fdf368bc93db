/** Gives object types of an account the groups and properties that they have from the start. */

import { newProperty } from '../model/property.ts';
import { insertProperties } from '../store/properties.ts';
import { insertNew } from '../store/rows.ts';
import type { Db } from '../store/tables.ts';
import { defaultGroups } from './defaults.ts';

export async function addDefaults(
  db: Db,
  hubId: number,
  types: readonly { readonly objectType: string; readonly customName?: string }[],
  now: number,
): Promise<void> {
  const groups = types.flatMap(({ objectType, customName }) =>
    defaultGroups(objectType, customName).map((group, index) => ({ objectType, group, index })),
  );
  await insertNew(
    db,
    'property_groups',
    ...groups.map(({ objectType, group, index }) => ({
      hub_id: hubId,
      object_type: objectType,
      name: group.name,
      display_name: group.displayName,
      display_order: index,
      service_defined: 1,
    })),
  );
  await insertProperties(
    db,
    hubId,
    groups.flatMap(({ objectType, group }) =>
      group.properties.map((given) => ({
        objectType,
        property: newProperty({ ...given, groupName: group.name, serviceDefined: true }, now, null),
      })),
    ),
  );
}
