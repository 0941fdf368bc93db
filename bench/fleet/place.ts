/** Provides the place of a fleet measurement: the database, the service and the worker processes. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { queueSchema } from '../../src/fleet/database/parts.ts';
import { type Database, openDatabase } from '../../src/fleet/index.ts';
import type { Row } from '../row.ts';
import type { OnceOptions, OnceTaken } from './once.ts';
import { PARTS } from './parts.ts';

/** Address of the PostgreSQL server of the tests. */
export const POSTGRES = process.env['TRUEUP_TEST_DATABASE'];

export interface Place {
  readonly address: string;
  readonly schema: string;
}

/** Runs work with new tables and removes them after it: in PostgreSQL, or in a folder of the directory. */
export async function inPlace<T>(dir: string, work: (place: Place) => Promise<T>): Promise<T> {
  const schema = `bench_${randomUUID().replaceAll('-', '')}`;
  if (POSTGRES === undefined) return work({ address: join(dir, schema), schema });
  const place = { address: POSTGRES, schema };
  try {
    return await work(place);
  } finally {
    await opened(place, async (database) => {
      for (const name of [schema, queueSchema(schema)])
        await database.query(({ sql }) => sql`drop schema if exists ${sql.id(name)} cascade`);
    });
  }
}

export async function opened<T>(place: Place, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(place.address, { ...PARTS, schema: place.schema });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const ONCE = join(import.meta.dirname, 'once.ts');
const SERVER = join(import.meta.dirname, 'server.ts');

export function once(
  mode: 'bare' | 'fleet' | 'rollout' | 'begin',
  options: OnceOptions,
  nodeOptions: readonly string[] = [],
): OnceTaken {
  const words = [...nodeOptions, ONCE, mode, JSON.stringify(options)];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }));
}

export interface Worker {
  /** Lets the worker begin. */
  go(): void;
  /** Until nothing is left to do. */
  readonly ended: Promise<void>;
  kill(): void;
}

/** Resolves once it has its database open, so that starting is not measured. */
export async function aWorker(options: OnceOptions): Promise<Worker> {
  const child = spawn(process.execPath, [ONCE, 'work', JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await firstLine(child.stdout);
  child.stdout.resume();
  return { go: () => child.stdin.end('go\n'), ended, kill: () => void child.kill('SIGKILL') };
}

/** A service over sockets; `ms` before each answer. */
export async function withServer<T>(dir: string, ms: number, work: (url: string) => Promise<T>): Promise<T> {
  const server: ChildProcess & { readonly stdout: NodeJS.ReadableStream } = spawn(
    process.execPath,
    [SERVER, dir, String(ms)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  try {
    return await work(await firstLine(server.stdout));
  } finally {
    server.kill();
  }
}

export function needsPostgres(what: string): Row {
  return { what, cost: 'needs PostgreSQL', against: '', ratio: undefined, bound: undefined };
}

async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input })) return line;
  throw new Error('The process ended before it was ready.');
}
