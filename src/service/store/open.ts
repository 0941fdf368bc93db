/** Opens the store: a database with every table of ours in it, and the numbers it hands out. */

import { type Dialect, Kysely, sql } from 'kysely';
import { UsageError } from '../../errors.ts';
import { openSqlite } from './sqlite.ts';
import { type Db, TABLE_STATEMENTS, type Tables } from './tables.ts';

const FORMAT = '1';

export interface StoreOptions {
  /** Folder of the SQLite file; in memory when left out. */
  readonly dataDir?: string | undefined;
  /** A `postgres://` address instead of a folder. */
  readonly database?: string | undefined;
}

/** Throws UsageError when the database is taken by another process, or written by a newer version. */
export async function openStore(options: StoreOptions): Promise<Db> {
  const db = new Kysely<Tables>({ dialect: await dialectFor(options) });
  const format = await prepare(db).catch(async (cause: unknown) => {
    await db.destroy();
    throw new UsageError('database-unusable', "The service's database cannot be used.", { cause });
  });
  if (format === FORMAT) return db;
  await db.destroy();
  throw new UsageError('data-folder-newer', `The service's data has format ${format}; this version reads ${FORMAT}.`);
}

async function prepare(db: Db): Promise<string> {
  await db.transaction().execute(async (tx) => {
    for (const table of TABLE_STATEMENTS) await sql.raw(`create table if not exists ${table}`).execute(tx);
  });
  return keepMeta(db, 'format', FORMAT);
}

async function readMeta(db: Db, name: string): Promise<string | undefined> {
  return (await db.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

/** Keeps the first value written under a name and gives that one back. */
export async function keepMeta(db: Db, name: string, value: string): Promise<string> {
  await db
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readMeta(db, name)) ?? value;
}

/** The next number of a sequence; a rolled back transaction gives its number back. */
export async function nextNumber(db: Db, name: string, first: number): Promise<number> {
  const row = await db
    .insertInto('sequences')
    .values({ name, value: first })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql`sequences.value + 1` }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}

async function dialectFor(options: StoreOptions): Promise<Dialect> {
  if (options.database === undefined) return openSqlite(options.dataDir);
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(options.database);
}
