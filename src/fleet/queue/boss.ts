/** The queues of a fleet on pg-boss. It decides which worker gets a job, how often, and what happens to the jobs of a dead worker. */

import type { Transaction } from 'kysely';
import type { PgBoss, Db as Sql } from 'pg-boss';
import { requirePackages } from '../../optional-packages.ts';
import { DatabaseError } from '../database/database.ts';
import type { Job, NewJob, Queue } from '../database/jobs.ts';
import { ADVANCE, jobKey } from './names.ts';

export interface BossParts {
  /** Outside of any transaction; a text may hold several statements. */
  readonly sql: Sql;
  readonly backend: 'postgres' | 'pglite';
  readonly schema: string;
  /** Milliseconds without a heartbeat after which other workers get the jobs of a worker. The minimum of pg-boss is ten seconds. */
  readonly termMs: number;
  /** Converts the errors of a driver. */
  readonly asked: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface Boss extends Queue {
  /** Work in a transaction that sends to these queues. They are made before it, since it may have the only connection. */
  sending<T>(queues: readonly string[], work: () => Promise<T>): Promise<T>;
  /** In the transaction: sent with what else it changes, or not at all. */
  sendIn(transaction: Transaction<unknown>, queue: string, jobs: readonly NewJob[]): Promise<void>;
  completeIn(transaction: Transaction<unknown>, job: Job): Promise<void>;
  close(): Promise<void>;
}

interface Started extends Pick<typeof import('pg-boss'), 'fromKysely'> {
  readonly boss: PgBoss;
}

/** Version as package.json has it. */
const PACKAGES = { 'pg-boss': { version: '12.35.0', load: () => import('pg-boss') } } as const;

/** Jobs that one statement sends. */
const CHUNK = 1_000;
/** Seconds between two searches for dead workers. */
const MONITOR_SECONDS = 2;

/** Nothing is loaded or asked before it is needed. */
export function createBoss({ sql, backend, schema, termMs, asked }: BossParts): Boss {
  let starting: Promise<Started> | undefined;
  const known = new Set<string>();
  const heartbeatSeconds = Math.max(10, Math.ceil(termMs / 1000));

  const start = async (): Promise<Started> => {
    await requirePackages('The fleet', ['pg-boss'], PACKAGES, 'npm leaves it out where optional packages are omitted.');
    const { PgBoss, fromKysely } = await import('pg-boss');
    const boss = new PgBoss({
      ...{ db: sql, backend, schema, createSchema: false, supervise: false, schedule: false },
      ...{ monitorIntervalSeconds: MONITOR_SECONDS, maintenanceIntervalSeconds: 600 },
    });
    // An error outside of a call appears again in the next call, which reports it.
    boss.on('error', () => undefined);
    await makeSchema(sql, schema);
    return { boss: await boss.start(), fromKysely };
  };
  /** Starts pg-boss again if its schema was dropped. The rows then send the jobs again. */
  const withBoss = <T>(work: (started: Started) => Promise<T>): Promise<T> =>
    asked(async () => {
      try {
        starting ??= start().catch((error: unknown) => {
          starting = undefined;
          throw error;
        });
        return await work(await starting);
      } catch (error) {
        if (!isMissing(error)) throw error;
        await close();
        throw new DatabaseError('database-unavailable', 'The queues of the fleet are gone.', {
          ...{ hint: 'They are made again: repeat it.', trouble: 'lost', state: undefined },
        });
      }
    });
  const close = async (): Promise<void> => {
    const started = starting;
    starting = undefined;
    known.clear();
    await (await started?.catch(() => undefined))?.boss.stop({ graceful: false });
  };

  const ready = async (boss: PgBoss, queue: string): Promise<void> => {
    if (known.has(queue)) return;
    await boss.createQueue(queue, {
      // `advance` keeps one waiting job besides the active one, because the active one may have read the rollout before a change.
      policy: queue === ADVANCE ? 'short' : 'exclusive',
      ...{ heartbeatSeconds, retryLimit: 1_000, expireInSeconds: 86_400, deleteAfterSeconds: 3_600 },
    });
    // Makes pg-boss cache the queue, so that sending in a transaction reads nothing outside of it.
    await boss.insert(queue, []);
    known.add(queue);
  };

  return {
    heartbeatMs: heartbeatSeconds * 1000,
    sending: (queues, work) =>
      queues.length === 0
        ? asked(work)
        : withBoss(async ({ boss }) => {
            for (const queue of queues) await ready(boss, queue);
            return work();
          }),
    sendIn: (transaction, queue, jobs) =>
      withBoss(({ boss, fromKysely }) => insert(boss, queue, jobs, { db: fromKysely(transaction) })),
    completeIn: (transaction, { queue, id, retryCount }) =>
      withBoss(async ({ boss, fromKysely }) => {
        await boss.complete(queue, [{ id, retryCount }], undefined, { db: fromKysely(transaction) });
      }),
    send: (queue, jobs) =>
      withBoss(async ({ boss }) => {
        await ready(boss, queue);
        await insert(boss, queue, jobs);
      }),
    take: (queue, most) =>
      withBoss(async ({ boss }) => {
        await ready(boss, queue);
        const jobs = await boss.fetch<Pick<Job, 'rollout' | 'hubId'>>(queue, { batchSize: most });
        return jobs.map(({ id, retryCount, data: { rollout, hubId } }) => ({ queue, id, retryCount, rollout, hubId }));
      }),
    complete: (jobs) =>
      withBoss(async ({ boss }) => {
        for (const [queue, own] of byQueue(jobs)) await boss.complete(queue, own).catch(unlessRemoved);
      }),
    touch: (jobs) =>
      withBoss(async ({ boss }) => {
        for (const [queue, own] of byQueue(jobs)) await boss.touch(queue, own).catch(unlessRemoved);
      }),
    supervise: () => withBoss(({ boss }) => boss.supervise()),
    remove: (queue) =>
      withBoss(async ({ boss }) => {
        known.delete(queue);
        await boss.deleteQueue(queue);
      }),
    close,
  };
}

async function insert(
  boss: PgBoss,
  queue: string,
  jobs: readonly NewJob[],
  options: { readonly db?: Sql } = {},
): Promise<void> {
  for (let at = 0; at < jobs.length; at += CHUNK) {
    const chunk = jobs.slice(at, at + CHUNK).map((job) => ({
      data: { rollout: job.rollout, hubId: job.hubId ?? 0 },
      singletonKey: jobKey(job),
      ...(job.notBefore == null ? {} : { startAfter: new Date(job.notBefore) }),
    }));
    await boss.insert(queue, chunk, options);
  }
}

function byQueue(jobs: readonly Job[]): Iterable<[string, Job[]]> {
  return Map.groupBy(jobs, ({ queue }) => queue);
}

/** Another worker removed the queue because no job is left in it. */
function unlessRemoved(error: unknown): void {
  if (!(error instanceof Error && /^Queue .+ does not exist$/.test(error.message))) throw error;
}

/** Of schemas, tables and functions. */
const MISSING: ReadonlySet<unknown> = new Set(['3F000', '42P01', '42883']);

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && MISSING.has(error.code);
}

/** Creating a schema needs a permission that is missing if an administrator created the schema. */
async function makeSchema(sql: Sql, schema: string): Promise<void> {
  const isThere = async () =>
    (await sql.executeSql('select from pg_namespace where nspname = $1', [schema])).rows.length > 0;
  if (await isThere()) return;
  await sql.executeSql(`create schema "${schema}"`).catch(async (error: unknown) => {
    // Another process may have created it in between.
    if (!(await isThere())) throw error;
  });
}
