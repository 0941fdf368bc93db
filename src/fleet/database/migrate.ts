/** Brings the tables of a fleet up to date: only forward, one process at once, all steps or none. */

import { type Kysely, sql, type Transaction } from 'kysely';
import { UsageError } from '../../errors.ts';
import type { Migration } from './migrations.ts';
import { fleetMissing } from './missing.ts';

export interface Migrating {
  readonly schema: string;
  /** The database, for messages. */
  readonly shown: string;
  /** Makes the tables if there are none (default: true). */
  readonly make?: boolean;
  readonly migrations: readonly Migration[];
}

type Db = Kysely<unknown>;

/** Key of the advisory lock of the starters, together with the schema. */
const LOCK = 0x74_72_75_65;

/** Writes nothing if the tables are up to date. Throws UsageError `database-newer`, `fleet-missing`. */
export async function migrate(db: Db, { schema, shown, make = true, migrations }: Migrating): Promise<void> {
  const requireKnown = (version: number): number => {
    if (version <= migrations.length) return version;
    throw new UsageError(
      'database-newer',
      `The schema ${schema} in ${shown} has version ${version}, but this version of trueup knows ${migrations.length}.`,
      { hint: 'Install the version of trueup that wrote it, or a later version. Nothing was changed.' },
    );
  };
  const there = requireKnown(await readVersion(db, schema));
  if (there === migrations.length) return;
  if (there === 0 && !make) throw fleetMissing(shown);
  await db.transaction().execute(async (tx) => {
    // Held until the transaction ends, also for a process that is killed.
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)}, hashtext(${schema}))`.execute(tx);
    await createSchema(tx, schema);
    const found = requireKnown(await readVersion(tx, schema));
    for (const [index, { name, statements }] of migrations.entries()) {
      if (index < found) continue;
      for (const statement of statements) await sql.raw(statement.replaceAll('@.', `"${schema}".`)).execute(tx);
      await sql`insert into ${sql.id(schema, 'migration')} (version, name) values (${index + 1}, ${name})`.execute(tx);
    }
  });
}

/** 0 where there are no tables. */
async function readVersion(db: Db, schema: string): Promise<number> {
  const table = await sql`select from pg_tables where schemaname = ${schema} and tablename = 'migration'`.execute(db);
  if (table.rows.length === 0) return 0;
  const newest = await sql<{ version: number | null }>`
    select max(version) as version from ${sql.id(schema, 'migration')}`.execute(db);
  return newest.rows[0]?.version ?? 0;
}

/** Creating a schema needs a permission that is missing if an administrator created the schema. */
async function createSchema(tx: Transaction<unknown>, schema: string): Promise<void> {
  const found = await sql`select from pg_namespace where nspname = ${schema}`.execute(tx);
  if (found.rows.length === 0) await sql`create schema ${sql.id(schema)}`.execute(tx);
  await sql`create table if not exists ${sql.id(schema, 'migration')} (
    version integer primary key, name text not null, applied_at timestamptz not null default clock_timestamp())`.execute(
    tx,
  );
}
