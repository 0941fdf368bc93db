/** Statements on the rows of one table: read, insert, save, update and delete by column values. */

import type { ExpressionBuilder, Kysely } from 'kysely';
import { type Db, TABLES, type TableName, type Tables } from './tables.ts';

/** Column values that rows must have. A list accepts each of its values. */
type Filter<T extends TableName> = { readonly [C in keyof Tables[T]]?: Tables[T][C] | readonly Tables[T][C][] };

/** Rows per statement, so that its parameters fit into one of either database. */
const CHUNK = 500;

export async function listRows<T extends TableName>(
  db: Db,
  table: T,
  filter: Filter<T>,
  order?: readonly (keyof Tables[T] & string)[],
): Promise<readonly Tables[T][]> {
  const found = anyTable(db).selectFrom(readTableName(table)).selectAll().where(matches(filter));
  const rows = await (order ?? TABLES[table].key).reduce((query, column) => query.orderBy(column), found).execute();
  // The table of this name has these columns.
  return rows as unknown as readonly Tables[T][];
}

export async function findRow<T extends TableName>(
  db: Db,
  table: T,
  filter: Filter<T>,
): Promise<Tables[T] | undefined> {
  const row = await anyTable(db).selectFrom(readTableName(table)).selectAll().where(matches(filter)).executeTakeFirst();
  return row as unknown as Tables[T] | undefined;
}

/** Adds the rows whose keys are new. Returns false if there were none. */
export async function insertNew<T extends TableName>(
  db: Db,
  table: T,
  ...rows: readonly Tables[T][]
): Promise<boolean> {
  let added = 0n;
  for (let start = 0; start < rows.length; start += CHUNK) {
    const { numInsertedOrUpdatedRows = 0n } = await anyTable(db)
      .insertInto(readTableName(table))
      .values(rows.slice(start, start + CHUNK))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    added += numInsertedOrUpdatedRows;
  }
  return added > 0n;
}

/** Adds the row. If its key exists, only the `changed` columns are written. */
export async function saveRow<T extends TableName>(
  db: Db,
  table: T,
  row: Tables[T],
  changed: Partial<Tables[T]> = row,
): Promise<void> {
  await anyTable(db)
    .insertInto(readTableName(table))
    .values(row)
    .onConflict((conflict) => conflict.columns(TABLES[table].key).doUpdateSet({ ...changed }))
    .execute();
}

/** Returns false if no row matched. */
export async function updateRows<T extends TableName>(
  db: Db,
  table: T,
  filter: Filter<T>,
  change: Partial<Tables[T]>,
): Promise<boolean> {
  const { numUpdatedRows } = await anyTable(db)
    .updateTable(readTableName(table))
    .set({ ...change })
    .where(matches(filter))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false if no row matched. */
export async function deleteRows<T extends TableName>(db: Db, table: T, filter: Filter<T>): Promise<boolean> {
  const { numDeletedRows } = await anyTable(db)
    .deleteFrom(readTableName(table))
    .where(matches(filter))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

type AnyTables = Record<string, Record<string, unknown>>;

/** The types of the query builder do not follow a table that is a parameter. */
function anyTable(db: Db): Kysely<AnyTables> {
  return db as unknown as Kysely<AnyTables>;
}

function readTableName(table: TableName): string {
  return table;
}

function matches(filter: object) {
  return (column: ExpressionBuilder<AnyTables, string>) =>
    column.and(
      Object.entries(filter).map(([name, value]) => {
        // PostgreSQL rejects an empty list.
        if (Array.isArray(value)) return value.length === 0 ? column.lit(false) : column(name, 'in', value);
        return column(name, value === null ? 'is' : '=', value);
      }),
    );
}
