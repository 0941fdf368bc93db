/** Rows of property definitions. */

import type { StoredProperty } from '../model/property.ts';
import { findRow, insertNew, listRows, saveRow } from './rows.ts';
import type { Db, Tables } from './tables.ts';

/** Returns the active or the archived properties of an object type, by name. */
export async function listProperties(
  db: Db,
  hubId: number,
  objectType: string,
  which: 'active' | 'archived' = 'active',
): Promise<readonly StoredProperty[]> {
  const archived = which === 'archived' ? 1 : 0;
  const rows = await listRows(db, 'properties', { hub_id: hubId, object_type: objectType, archived });
  return rows.map(({ definition }) => JSON.parse(definition));
}

/** The property of this name, archived or not. */
export async function findProperty(
  db: Db,
  hubId: number,
  objectType: string,
  name: string,
): Promise<StoredProperty | undefined> {
  const row = await findRow(db, 'properties', { hub_id: hubId, object_type: objectType, name });
  return row && JSON.parse(row.definition);
}

/** Adds the property or replaces the one of this name. */
export function saveProperty(db: Db, hubId: number, objectType: string, property: StoredProperty): Promise<void> {
  return saveRow(db, 'properties', buildRow(hubId, objectType, property));
}

/** Adds many; a name that exists is left as it is. */
export async function insertProperties(
  db: Db,
  hubId: number,
  entries: readonly { readonly objectType: string; readonly property: StoredProperty }[],
): Promise<void> {
  await insertNew(
    db,
    'properties',
    ...entries.map(({ objectType, property }) => buildRow(hubId, objectType, property)),
  );
}

function buildRow(hubId: number, objectType: string, property: StoredProperty): Tables['properties'] {
  return {
    hub_id: hubId,
    object_type: objectType,
    name: property.name,
    archived: property.archivedAt === null ? 0 : 1,
    definition: JSON.stringify(property),
  };
}
