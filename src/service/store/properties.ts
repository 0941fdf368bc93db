/** Rows of property definitions. */

import type { StoredProperty } from '../model/property.ts';
import { UNSET_MEMBERS } from '../model/property-members.ts';
import type { Db, PropertyRow } from './tables.ts';

/** Rows per statement, below the number of parameters that either database takes. */
const CHUNK = 500;

/** Every active property of an object type, by name; archived ones only where asked for. */
export async function listProperties(
  db: Db,
  hubId: number,
  objectType: string,
  archived: 'active' | 'archived' = 'active',
): Promise<readonly StoredProperty[]> {
  const rows = await db
    .selectFrom('properties')
    .select('definition')
    .where('hub_id', '=', hubId)
    .where('object_type', '=', objectType)
    .where('archived', '=', archived === 'archived' ? 1 : 0)
    .orderBy('name')
    .execute();
  return rows.map((row) => definitionOf(row));
}

/** The property of this name, archived or not. */
export async function findProperty(
  db: Db,
  hubId: number,
  objectType: string,
  name: string,
): Promise<StoredProperty | undefined> {
  const row = await db
    .selectFrom('properties')
    .select('definition')
    .where('hub_id', '=', hubId)
    .where('object_type', '=', objectType)
    .where('name', '=', name)
    .executeTakeFirst();
  return row === undefined ? undefined : definitionOf(row);
}

/** Adds the property or replaces the one of this name. */
export async function saveProperty(db: Db, hubId: number, objectType: string, property: StoredProperty): Promise<void> {
  const { group_name, archived, definition, ...key } = rowOf(hubId, objectType, property);
  await db
    .insertInto('properties')
    .values({ ...key, group_name, archived, definition })
    .onConflict((conflict) =>
      conflict.columns(['hub_id', 'object_type', 'name']).doUpdateSet({ group_name, archived, definition }),
    )
    .execute();
}

/** Adds many; a name that exists is left as it is. */
export async function insertProperties(
  db: Db,
  hubId: number,
  entries: readonly { readonly objectType: string; readonly property: StoredProperty }[],
): Promise<void> {
  const rows = entries.map(({ objectType, property }) => rowOf(hubId, objectType, property));
  for (let start = 0; start < rows.length; start += CHUNK) {
    await db
      .insertInto('properties')
      .values(rows.slice(start, start + CHUNK))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Removes the row for good: a property of this name is then a new one. */
export async function purgeProperty(db: Db, hubId: number, objectType: string, name: string): Promise<void> {
  await db
    .deleteFrom('properties')
    .where('hub_id', '=', hubId)
    .where('object_type', '=', objectType)
    .where('name', '=', name)
    .execute();
}

function rowOf(hubId: number, objectType: string, property: StoredProperty): PropertyRow {
  return {
    hub_id: hubId,
    object_type: objectType,
    name: property.name,
    group_name: property.groupName,
    archived: property.archivedAt === null ? 0 : 1,
    definition: JSON.stringify(property),
  };
}

function definitionOf(row: Pick<PropertyRow, 'definition'>): StoredProperty {
  // A definition of an older version lacks members that came later.
  return { ...UNSET_MEMBERS, ...JSON.parse(row.definition) };
}
