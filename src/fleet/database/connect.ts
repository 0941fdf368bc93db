/** Connects to the database of a fleet, once the packages for it are there. */

import { type Dialect, Kysely, type RawBuilder, sql } from 'kysely';
import type { Clock, NewId } from '../../contract/clock.ts';
import type { StoreLocation } from '../../database/location.ts';
import type { Database, DatabaseFacts, Parts, Statement } from './database.ts';
import { databaseError } from './failure.ts';
import { ANSWER_MS, inTime } from './in-time.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';

export interface Connecting {
  readonly location: StoreLocation;
  readonly schema: string;
  /** Whether its tables are made where there are none. */
  readonly make: boolean;
  readonly connectMs?: number;
  readonly clock: Clock;
  readonly newId: NewId;
}

export async function connect(connecting: Connecting): Promise<Database> {
  const { location, schema, make, clock } = connecting;
  const shown = location.kind === 'folder' ? `the folder ${location.path}` : location.shown;
  const { dialect, release } = await dialectFor(connecting).catch((error: unknown) => {
    throw databaseError(error, shown);
  });
  const db = new Kysely<unknown>({ dialect });
  const close = async (): Promise<void> => {
    try {
      await db.destroy();
    } finally {
      await release();
    }
  };
  try {
    return await databaseOn(db, { schema, shown, close, clock, make });
  } catch (error) {
    // What went wrong first says more.
    await close().catch(() => undefined);
    throw error;
  }
}

export interface Connection extends Pick<Database, 'schema' | 'shown' | 'close'> {
  readonly clock: Clock;
  /** Whether its tables are made where there are none (default: true). */
  readonly make?: boolean;
  /** How long a statement may be without an answer; the steps of the tables may wait for other starters. */
  readonly answerMs?: number;
}

/** One schema of a database that is connected; its tables are brought up to date first. */
export async function databaseOn(
  db: Kysely<unknown>,
  { schema, shown, close, clock, make = true, answerMs = ANSWER_MS }: Connection,
): Promise<Database> {
  const parts = partsOf(schema);
  const asked = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw databaseError(error, shown);
    }
  };
  await asked(() => migrate(db, { schema, shown, make, migrations: MIGRATIONS }));
  const facts = await asked(() => factsOf(db));
  const query = <Row>(statement: Statement<Row>) =>
    asked(async () => (await inTime(statement(parts).execute(db), answerMs, clock)).rows);
  return { shown, schema, facts, query, close };
}

interface Connected {
  readonly dialect: Dialect;
  /** Called after the last connection has ended. */
  release(): Promise<void>;
}

async function dialectFor({ location, clock, newId, connectMs }: Connecting): Promise<Connected> {
  if (location.kind === 'folder') {
    const { openFolder } = await import('./folder.ts');
    return openFolder(location.path, { clock, newId });
  }
  const { openPostgres } = await import('../../database/postgres.ts');
  return { dialect: openPostgres(location.address.reveal(), connectMs), release: async () => undefined };
}

export function partsOf(schema: string): Parts {
  return { sql, of: (table) => sql.id(schema, table), now: sql<Date>`${sql.id(schema, 'moment')}()` };
}

async function factsOf(db: Kysely<unknown>): Promise<DatabaseFacts> {
  const asked: RawBuilder<{ version: string; fsync: string; commit: string }> = sql`
    select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit`;
  const [said] = (await asked.execute(db)).rows;
  return {
    version: said?.version ?? '',
    survivesPowerLoss: said?.fsync === 'on' && said.commit !== 'off',
  };
}
