/** The database of the tests of the fleet: PGlite in memory, or PostgreSQL where the tests are given one. */

import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, sql } from 'kysely';
import { systemClock } from '../../src/client/index.ts';
import { openPostgres } from '../../src/database/postgres.ts';
import { databaseOn } from '../../src/fleet/database/connect.ts';
import type { Database } from '../../src/fleet/database/database.ts';
import { oneConnection } from '../../src/fleet/database/one-connection.ts';

/** The address of a database that the tests may fill, such as `postgres://postgres@127.0.0.1/trueup_test`. */
export const POSTGRES = process.env['TRUEUP_TEST_DATABASE'];

/** A shell command that restarts it and waits until it is back. */
export const RESTART = process.env['TRUEUP_TEST_DATABASE_RESTART'];

export interface Backend {
  /** Another connection to it. */
  connect(): Kysely<unknown>;
  /** A schema of its own, with all tables. */
  database(): Promise<Database>;
  close(): Promise<void>;
}

export type BackendName = 'PGlite' | 'PostgreSQL';
/** One in each run, so that CI, which runs the tests with both, tries each case on each once. */
export const BACKEND: BackendName = POSTGRES === undefined ? 'PGlite' : 'PostgreSQL';
export const BACKENDS: readonly BackendName[] = [BACKEND];

let memory: Promise<Kysely<unknown>> | undefined;

/** One for all tests of a process, as with PostgreSQL: to make one costs more than most files of tests. */
function inMemory(): Promise<Kysely<unknown>> {
  memory ??= PGlite.create().then((pglite) => new Kysely<unknown>({ dialect: oneConnection(pglite) }));
  return memory;
}

export async function backend(name: BackendName): Promise<Backend> {
  const schemas = new Set<string>();
  const shared = name === 'PGlite' ? await inMemory() : undefined;
  const opened: Kysely<unknown>[] = [];
  const connect = (): Kysely<unknown> => {
    if (shared !== undefined) return shared;
    const db = new Kysely<unknown>({ dialect: openPostgres(POSTGRES ?? '') });
    opened.push(db);
    return db;
  };
  // A pool for each schema would use up the connections that PostgreSQL gives to all the tests that run at once.
  const own = connect();
  return {
    connect,
    database() {
      const schema = aSchema();
      schemas.add(schema);
      return databaseOn(own, {
        schema,
        shown: 'the database of the test',
        close: async () => undefined,
        clock: systemClock,
      });
    },
    async close() {
      for (const schema of schemas) await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(own);
      await Promise.all(opened.map((db) => db.destroy()));
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

/** Whether a statement of this schema waits for another one on PostgreSQL. */
export async function isWaiting({ schema, query }: Database): Promise<boolean> {
  const waiting = await query(
    (parts) =>
      parts.sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like ${`%${schema}%ledger_lease%`}`,
  );
  return waiting.length > 0;
}
