/** Opens the database for tests of the fleet: PGlite in memory, or PostgreSQL if its address is set. */

import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { type Kysely, sql } from 'kysely';
import { systemClock } from '../../src/client/index.ts';
import { openPool } from '../../src/database/postgres.ts';
import { type Connection, databaseOn } from '../../src/fleet/connection/connect.ts';
import { type Connected, onPool } from '../../src/fleet/connection/connected.ts';
import { onOneConnection } from '../../src/fleet/connection/folder.ts';
import type { Database } from '../../src/fleet/database/database.ts';
import { queueSchema } from '../../src/fleet/database/parts.ts';

/** The address of a database that the tests may fill, such as `postgres://postgres@127.0.0.1/trueup_test`. */
export const POSTGRES = process.env['TRUEUP_TEST_DATABASE'];

/** A shell command that restarts it and waits until it is back. */
export const RESTART = process.env['TRUEUP_TEST_DATABASE_RESTART'];

export interface Backend {
  /** Opens another connection to the backend. */
  connect(): Kysely<unknown>;
  /** Creates a schema with all tables, or opens an existing schema as another process does. */
  database(how?: Partial<Connection>, met?: (sql: Connection['sql']) => Connection['sql']): Promise<Database>;
  close(): Promise<void>;
}

export type BackendName = 'PGlite' | 'PostgreSQL';
/** Backend of this run. CI runs the tests with both backends, so each case runs once on each. */
export const BACKEND: BackendName = POSTGRES === undefined ? 'PGlite' : 'PostgreSQL';
export const BACKENDS: readonly BackendName[] = [BACKEND];

type Place = Pick<Connected, 'backend' | 'db' | 'sql'>;

let memory: Promise<Place> | undefined;

/** Returns the PGlite database that all tests of a process share. Creating it takes longer than most test files. */
function inMemory(): Promise<Place> {
  memory ??= PGlite.create().then(onOneConnection);
  return memory;
}

export async function backend(name: BackendName): Promise<Backend> {
  const schemas = new Set<string>();
  const shared = name === 'PGlite' ? await inMemory() : undefined;
  const opened: Place[] = [];
  const connect = (): Place => {
    if (shared !== undefined) return shared;
    const place = onPool(openPool(POSTGRES ?? ''));
    opened.push(place);
    return place;
  };
  // A pool for each schema would use up the connections that PostgreSQL gives to all the tests that run at once.
  const own = connect();
  const databases: Database[] = [];
  return {
    connect: () => connect().db,
    async database(how = {}, met = (sql) => sql) {
      const schema = how.schema ?? aSchema();
      schemas.add(schema);
      const database = await databaseOn(own.db, {
        ...{ schema, shown: 'the database of the test', backend: own.backend, sql: met(own.sql) },
        ...{ close: async () => undefined, clock: systemClock, newId: randomUUID, termMs: 2_000 },
        ...how,
      });
      databases.push(database);
      return database;
    },
    async close() {
      for (const database of databases) await database.close();
      for (const schema of [...schemas].flatMap((one) => [one, queueSchema(one)]))
        await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(own.db);
      await Promise.all(opened.map(({ db }) => db.destroy()));
    },
  };
}

export function aSchema(): string {
  return `test_${randomUUID().replaceAll('-', '')}`;
}

/** Sets the clock of the database to a time that stands still, or to an expression. */
export async function setMoment(database: Database, moment: string): Promise<void> {
  const at = /^\d/.test(moment) ? `timestamptz '${moment}'` : moment;
  const text = `create or replace function "${database.schema}".moment() returns timestamptz language sql volatile as $$select ${at}$$`;
  await database.query((parts) => parts.sql.raw(text));
}

/** Releases the accounts of ended workers, as the end of their heartbeats does. */
export async function forget({ query }: Pick<Database, 'query'>): Promise<void> {
  await query(
    ({ sql, ofQueue }) =>
      sql`update ${ofQueue('job')} set heartbeat_on = heartbeat_on - interval '1 day' where state = 'active'`,
  );
  await query(({ sql, ofQueue }) => sql`update ${ofQueue('queue')} set monitor_claim_on = null, monitor_on = null`);
}

/** Returns true if a statement of this schema waits for another statement on PostgreSQL. */
export async function isWaiting({ schema, query }: Database): Promise<boolean> {
  const waiting = await query(
    (parts) =>
      parts.sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like ${`%${schema}%ledger_lease%`}`,
  );
  return waiting.length > 0;
}
