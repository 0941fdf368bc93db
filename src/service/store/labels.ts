/** Rows of association labels: one for each direction, which knows the type of the other. */

import type { Db, Tables } from './tables.ts';

export type LabelRow = Tables['association_labels'];

/** Of an account, or of one pair of object types in it, by type id. */
export function listLabels(
  db: Db,
  hubId: number,
  pair?: { readonly from: string; readonly to: string },
): Promise<readonly LabelRow[]> {
  const all = db.selectFrom('association_labels').selectAll().where('hub_id', '=', hubId).orderBy('type_id');
  if (pair === undefined) return all.execute();
  return all.where('from_type', '=', pair.from).where('to_type', '=', pair.to).execute();
}

export async function insertLabels(db: Db, rows: readonly LabelRow[]): Promise<void> {
  await db.insertInto('association_labels').values(rows).execute();
}

export async function setLabel(
  db: Db,
  { hub_id, type_id }: Pick<LabelRow, 'hub_id' | 'type_id'>,
  label: string,
): Promise<void> {
  await db
    .updateTable('association_labels')
    .set({ label })
    .where('hub_id', '=', hub_id)
    .where('type_id', '=', type_id)
    .execute();
}

export async function deleteLabels(db: Db, hubId: number, typeIds: readonly number[]): Promise<void> {
  await db.deleteFrom('association_labels').where('hub_id', '=', hubId).where('type_id', 'in', typeIds).execute();
}
