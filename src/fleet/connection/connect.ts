/** Connects to the database of a fleet, once the packages for it are there. */

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Clock, NewId } from '../../contract/clock.ts';
import { defined } from '../../contract/defined.ts';
import type { StoreLocation } from '../../database/location.ts';
import type { Database, DatabaseFacts, Statement } from '../database/database.ts';
import { databaseError } from '../database/failure.ts';
import { ANSWER_MS, inTime } from '../database/in-time.ts';
import { migrate } from '../database/migrate.ts';
import { MIGRATIONS } from '../database/migrations.ts';
import { buildParts, queueSchema } from '../database/parts.ts';
import { leaseOwner } from '../ledger/owner.ts';
import { type BossParts, createBoss } from '../queue/boss.ts';
import { type Connected, onPool } from './connected.ts';

export interface Connecting extends Pick<Connection, 'clock' | 'make' | 'newId' | 'owner' | 'schema' | 'termMs'> {
  readonly location: StoreLocation;
  readonly connectMs?: number;
}

export async function connect(connecting: Connecting): Promise<Database> {
  const { location } = connecting;
  const shown = location.kind === 'folder' ? `the folder ${location.path}` : location.shown;
  const {
    db,
    backend,
    sql: whole,
    release,
  } = await connected(connecting).catch((error: unknown) => {
    throw databaseError(error, shown);
  });
  const close = async (): Promise<void> => {
    try {
      await db.destroy();
    } finally {
      await release();
    }
  };
  try {
    return await databaseOn(db, { ...connecting, shown, close, backend, sql: whole });
  } catch (error) {
    // The first error says more than an error of closing.
    await close().catch(() => undefined);
    throw error;
  }
}

export interface Connection extends Pick<Database, 'schema' | 'shown' | 'close'>, Pick<BossParts, 'backend' | 'sql'> {
  readonly clock: Clock;
  readonly newId: NewId;
  /** Makes the tables if there are none (default: true). */
  readonly make?: boolean;
  /** Milliseconds until a statement counts as lost. The steps of the tables may wait longer, for other starters. */
  readonly answerMs?: number;
  /** Name in the locks, for people. */
  readonly owner?: string;
  /** Milliseconds without a heartbeat after which the jobs and locks of a process go to other processes (default: 30,000). */
  readonly termMs?: number;
}

/** Opens one schema of a connected database, and brings its tables up to date first. */
export async function databaseOn(db: Kysely<unknown>, connection: Connection): Promise<Database> {
  const { schema, shown, close, clock, newId, make = true, answerMs = ANSWER_MS, owner, termMs = 30_000 } = connection;
  const parts = buildParts(schema);
  const asked = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw databaseError(error, shown);
    }
  };
  await asked(() => migrate(db, { schema, shown, make, migrations: MIGRATIONS }));
  const facts = await asked(() => readFacts(db));
  const answered = <T>(work: () => Promise<T>): Promise<T> => asked(() => inTime(work(), answerMs, clock));
  const query = <Row>(statement: Statement<Row>) => answered(async () => (await statement(parts).execute(db)).rows);
  const { backend, sql: whole } = connection;
  const {
    sending,
    sendIn,
    completeIn,
    close: closeBoss,
    ...queue
  } = createBoss({
    ...{ sql: whole, backend, schema: queueSchema(schema), termMs, asked: answered },
  });
  const leases = await leaseOwner({ database: { query }, clock, newId, termMs, ...defined({ owner }) });
  return {
    ...{ shown, schema, facts, query, queue, leases, clock, newId },
    transaction: (queues, work) =>
      sending(queues, () =>
        db.transaction().execute((tx) =>
          work({
            query: async (statement) => (await statement(parts).execute(tx)).rows,
            send: (name, jobs) => sendIn(tx, name, jobs),
            complete: (job) => completeIn(tx, job),
          }),
        ),
      ),
    async close() {
      try {
        await leases.close();
        await closeBoss();
      } finally {
        await close();
      }
    },
  };
}

async function connected({ location, clock, newId, connectMs }: Connecting): Promise<Connected> {
  if (location.kind === 'folder') {
    const { openFolder } = await import('./folder.ts');
    return openFolder(location.path, { clock, newId });
  }
  const { openPool } = await import('../../database/postgres.ts');
  return onPool(openPool(location.address.reveal(), connectMs));
}

async function readFacts(db: Kysely<unknown>): Promise<DatabaseFacts> {
  const asked: RawBuilder<{ version: string; fsync: string; commit: string }> = sql`
    select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit`;
  const [said] = (await asked.execute(db)).rows;
  return {
    version: said?.version ?? '',
    survivesPowerLoss: said?.fsync === 'on' && said.commit !== 'off',
  };
}
