/** Rows of property groups. */

import type { Db, Tables } from './tables.ts';

export type GroupRow = Tables['property_groups'];

/** Groups of an object type in the order they are displayed. */
export function listGroups(db: Db, hubId: number, objectType: string): Promise<readonly GroupRow[]> {
  return db
    .selectFrom('property_groups')
    .selectAll()
    .where('hub_id', '=', hubId)
    .where('object_type', '=', objectType)
    .orderBy('display_order')
    .orderBy('name')
    .execute();
}

export function findGroup(db: Db, hubId: number, objectType: string, name: string): Promise<GroupRow | undefined> {
  return db
    .selectFrom('property_groups')
    .selectAll()
    .where('hub_id', '=', hubId)
    .where('object_type', '=', objectType)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Adds many; a name that exists is left as it is. */
export async function insertGroups(db: Db, rows: readonly GroupRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('property_groups')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function updateGroup(db: Db, row: GroupRow): Promise<void> {
  await db
    .updateTable('property_groups')
    .set({ display_name: row.display_name, display_order: row.display_order })
    .where('hub_id', '=', row.hub_id)
    .where('object_type', '=', row.object_type)
    .where('name', '=', row.name)
    .execute();
}

export async function deleteGroup(db: Db, hubId: number, objectType: string, name: string): Promise<void> {
  await db
    .deleteFrom('property_groups')
    .where('hub_id', '=', hubId)
    .where('object_type', '=', objectType)
    .where('name', '=', name)
    .execute();
}

/** Last order plus one, which stands for an order that is left out or -1 (assumption A15). */
export async function nextGroupOrder(db: Db, hubId: number, objectType: string): Promise<number> {
  const last = await db
    .selectFrom('property_groups')
    .select('display_order')
    .where('hub_id', '=', hubId)
    .where('object_type', '=', objectType)
    .orderBy('display_order', 'desc')
    .executeTakeFirst();
  return Math.min((last?.display_order ?? -1) + 1, Number.MAX_SAFE_INTEGER);
}
