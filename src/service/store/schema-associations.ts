/** Rows of association types that schemas define: one for each direction, which knows the type of the other. */

import type { Db, Tables } from './tables.ts';

export type SchemaAssociationRow = Tables['schema_associations'];

/** Of an account, by type id. */
export function listSchemaAssociations(db: Db, hubId: number): Promise<readonly SchemaAssociationRow[]> {
  return db.selectFrom('schema_associations').selectAll().where('hub_id', '=', hubId).orderBy('type_id').execute();
}

export async function insertSchemaAssociations(db: Db, rows: readonly SchemaAssociationRow[]): Promise<void> {
  await db.insertInto('schema_associations').values(rows).execute();
}

export async function deleteSchemaAssociations(db: Db, hubId: number, typeIds: readonly number[]): Promise<void> {
  await db.deleteFrom('schema_associations').where('hub_id', '=', hubId).where('type_id', 'in', typeIds).execute();
}
