/** Rows of association limits. */

import type { Db, Tables } from './tables.ts';

export type LimitRow = Tables['association_limits'];
export type LimitKey = Omit<LimitRow, 'max_to_object_ids'>;

/** Limits of an account, or of one pair of object types in it. */
export function listLimits(
  db: Db,
  hubId: number,
  pair?: { readonly from: string; readonly to: string },
): Promise<readonly LimitRow[]> {
  const all = db
    .selectFrom('association_limits')
    .selectAll()
    .where('hub_id', '=', hubId)
    .orderBy('from_type')
    .orderBy('to_type')
    .orderBy('category')
    .orderBy('type_id');
  if (pair === undefined) return all.execute();
  return all.where('from_type', '=', pair.from).where('to_type', '=', pair.to).execute();
}

export async function saveLimit(db: Db, row: LimitRow): Promise<void> {
  await db
    .insertInto('association_limits')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['hub_id', 'from_type', 'to_type', 'category', 'type_id'])
        .doUpdateSet({ max_to_object_ids: row.max_to_object_ids }),
    )
    .execute();
}

/** Whether there was one to delete. */
export async function deleteLimit(db: Db, key: LimitKey): Promise<boolean> {
  const deleted = await db
    .deleteFrom('association_limits')
    .where('hub_id', '=', key.hub_id)
    .where('from_type', '=', key.from_type)
    .where('to_type', '=', key.to_type)
    .where('category', '=', key.category)
    .where('type_id', '=', key.type_id)
    .returning('type_id')
    .executeTakeFirst();
  return deleted !== undefined;
}
