/** Opens the store: a database with all our tables, and its id sequences. */

import { type Dialect, Kysely, PostgresDialect, sql } from 'kysely';
import { databaseFailure } from '../../database/failure.ts';
import { databaseLocation, type StoreLocation, storeLocation } from '../../database/location.ts';
import { UsageError } from '../../errors.ts';
import { findRow, insertNew } from './rows.ts';
import { openSqlite } from './sqlite.ts';
import { type Db, type Tables, tableStatements } from './tables.ts';

const FORMAT = '5';

export interface StoreOptions {
  /** Folder of the SQLite file; in memory when left out. */
  readonly dataDir?: string | undefined;
  /** A `postgres://` address instead of a folder. */
  readonly database?: string | undefined;
}

/** Throws UsageError if another process uses the database, or if another version wrote it. */
export async function openStore(options: StoreOptions): Promise<Db> {
  const location = chooseLocation(options);
  const db = new Kysely<Tables>({ dialect: await openDialect(location) });
  const format = await prepare(db).catch(async (error: unknown) => {
    await db.destroy();
    throw unusable(location, error);
  });
  if (format === FORMAT) return db;
  await db.destroy();
  throw new UsageError(
    'data-folder-format',
    `The service's data has format ${format}, but this version reads format ${FORMAT}.`,
    { hint: 'Use another folder or database.' },
  );
}

async function prepare(db: Db): Promise<string> {
  await db.transaction().execute(async (tx) => {
    for (const statement of tableStatements()) await sql.raw(statement).execute(tx);
  });
  return keepMeta(db, 'format', FORMAT);
}

/** Keeps the first value written under a name and gives that one back. */
export async function keepMeta(db: Db, name: string, value: string): Promise<string> {
  await insertNew(db, 'meta', { name, value });
  return (await findRow(db, 'meta', { name }))?.value ?? value;
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

/** Returns undefined for memory. A folder whose name reads like an address is a mistake. */
function chooseLocation({ dataDir, database }: StoreOptions): StoreLocation | undefined {
  if (database !== undefined) return databaseLocation(database);
  if (dataDir === undefined) return undefined;
  const location = storeLocation(dataDir);
  if (location.kind === 'folder') return location;
  throw new UsageError('database-address-invalid', 'The data folder is a database address.', {
    hint: 'Pass it as `database`.',
  });
}

async function openDialect(location: StoreLocation | undefined): Promise<Dialect> {
  if (location?.kind !== 'database') return openSqlite(location?.path);
  const { openPool } = await import('../../database/postgres.ts');
  return new PostgresDialect({ pool: openPool(location.address.reveal()) });
}

/** Uses our words, because those of the driver may contain the login. */
function unusable(location: StoreLocation | undefined, error: unknown): UsageError {
  const shown = location === undefined ? 'memory' : location.kind === 'folder' ? location.path : location.shown;
  const { reason, hint, code } = databaseFailure(error);
  const message = `The service cannot use ${shown}: ${reason}${code === undefined ? '' : ` (${code})`}.`;
  return new UsageError('database-unusable', message, { hint });
}
