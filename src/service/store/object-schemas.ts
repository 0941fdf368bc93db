/** Rows of what object types of an account have beside their names, and their removal. */

import type { Db } from './tables.ts';

export interface SchemaDetails {
  readonly labels: { readonly singular: string; readonly plural: string };
  readonly description: string | null;
  readonly primaryDisplayProperty: string | null;
  readonly secondaryDisplayProperties: readonly string[];
  readonly requiredProperties: readonly string[];
  readonly searchableProperties: readonly string[];
  /** Null where the type was seeded. */
  readonly createdAt: number | null;
  readonly createdByUserId: number | null;
  readonly updatedAt: number;
  readonly updatedByUserId: number;
}

/** Undefined for a type that was seeded and never changed. */
export async function findSchemaDetails(db: Db, hubId: number, objectType: string): Promise<SchemaDetails | undefined> {
  const row = await db
    .selectFrom('object_schemas')
    .select('details')
    .where('hub_id', '=', hubId)
    .where('object_type', '=', objectType)
    .executeTakeFirst();
  return row === undefined ? undefined : JSON.parse(row.details);
}

export async function saveSchema(
  db: Db,
  hubId: number,
  objectType: string,
  { archived, details }: { readonly archived: boolean; readonly details: SchemaDetails },
): Promise<void> {
  const values = { archived: archived ? 1 : 0, details: JSON.stringify(details) };
  await db
    .insertInto('object_schemas')
    .values({ hub_id: hubId, object_type: objectType, ...values })
    .onConflict((conflict) => conflict.columns(['hub_id', 'object_type']).doUpdateSet(values))
    .execute();
}

/** The type with its properties and groups, for good: its name is free again. */
export async function purgeObjectType(db: Db, hubId: number, objectType: string): Promise<void> {
  for (const table of ['properties', 'property_groups', 'object_schemas'] as const) {
    await db.deleteFrom(table).where('hub_id', '=', hubId).where('object_type', '=', objectType).execute();
  }
  await db.deleteFrom('object_types').where('hub_id', '=', hubId).where('id', '=', objectType).execute();
}

/** Association types, labels and limits that begin or end at the type. */
export async function deleteAssociationsOf(db: Db, hubId: number, objectType: string): Promise<void> {
  for (const table of ['schema_associations', 'association_labels', 'association_limits'] as const) {
    await db
      .deleteFrom(table)
      .where('hub_id', '=', hubId)
      .where((either) => either.or([either('from_type', '=', objectType), either('to_type', '=', objectType)]))
      .execute();
  }
}
