/** Runs a rollout in worker processes, and checks that it ended correctly after any failure. */

import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/client/index.ts';
import { type Database, type Fleet, openDatabase, postgresStore } from '../../../src/fleet/index.ts';
import { startService } from '../../../src/service/index.ts';
import { aSchema, type BackendName, forget, POSTGRES } from '../databases.ts';
import { aProcess, TERM_MS, tokenOf } from './fleet.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));
const PARTS = { clock: systemClock, newId: randomUUID };

export type Begun = Awaited<ReturnType<typeof begun>>;

/** Minimum counts of an unharmed run. The rows of the tests rely on them. */
export const LEAST = { statements: 60, calls: 20 } as const;

/** A service and a database in which a rollout over these accounts is under way. */
export async function begun(name: BackendName, hubs: readonly number[]) {
  const service = await startService({
    clock: systemClock,
    rateLimit: false,
    surface: 'dated',
    seed: { accounts: hubs.map((hubId) => ({ hubId, privateAppTokens: [{ token: tokenOf(hubId) }] })) },
  });
  onTestFinished(() => service.close());
  const { url, transport } = service;
  const folder = async () => join(await mkdtemp(join(tmpdir(), 'fleet-workers-')), 'fleet');
  const [address, schema] = name === 'PGlite' ? [await folder(), 'trueup'] : [POSTGRES ?? '', aSchema()];
  const open = () => openDatabase(address, { ...PARTS, schema, termMs: TERM_MS });
  /** Runs work in an unharmed process. A database folder must not be open elsewhere. */
  async function asProcess<T>(work: (fleet: Fleet, database: Database) => Promise<T>) {
    const database = await open();
    try {
      return await work(aProcess({ database, url, transport, hubs }), database);
    } finally {
      await database.close();
    }
  }
  const rollout = await asProcess(async (fleet) => {
    const id = await fleet.plan({ soakMs: 0, waves: '50%,100%', maxFailedPercent: 100 });
    await fleet.approve(id, { names: [], all: true, by: 'ann' });
    await fleet.rollout(id);
    return id;
  });
  onTestFinished(async () => {
    if (name === 'PGlite') return;
    const database = await open();
    await database.query(({ sql }) => sql`drop schema ${sql.id(schema)} cascade`);
    await database.query(({ sql }) => sql`drop schema if exists ${sql.id(`${schema}_queue`)} cascade`);
    await database.close();
  });
  /** Runs a worker. Returns the number of moments that it counted. */
  const worker = (kind: string, at: number | string) => ended(started(kind, at, 'SIGKILL'));
  /**
   * Stops a worker at a moment, as a suspended machine, until the work is done. Returns true if the worker was stopped.
   */
  const suspended = async (kind: string, at: number, work: () => Promise<void>): Promise<boolean> => {
    const child = started(kind, at, 'SIGSTOP');
    const end = ended(child);
    while (child.exitCode === null && !(await isStopped(child.pid))) await systemClock.sleep(20);
    const isMet = child.exitCode === null;
    if (isMet) await work();
    child.kill('SIGCONT');
    await end;
    return isMet;
  };
  const started = (kind: string, at: number | string, signal: NodeJS.Signals, slots = 2) =>
    spawn(process.execPath, [WORKER, address, schema, url, hubs.join(','), kind, String(at), signal, String(slots)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  /** Starts a worker that runs until it is killed. `end` resolves with its result. */
  const plain = (slots: number) => {
    const child = started('none', 0, 'SIGKILL', slots);
    return { kill: () => child.kill('SIGKILL'), end: ended(child) };
  };
  return { service, hubs, rollout, asProcess, worker, suspended, plain };
}

async function ended(child: ChildProcessByStdio<null, Readable, Readable>) {
  const [said, errors, signal] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((done) => child.once('close', (_, by) => done(by))),
  ]);
  expect(errors).toBe('');
  return { moments: Number(said), killed: signal === 'SIGKILL' };
}

async function isStopped(pid = 0): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'state=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim().startsWith('T');
}

/** Returns the paths of creates that the service carried out for the account. */
export async function createsOf(service: Pick<Begun['service'], 'calls'>, hubId: number) {
  const calls = await service.calls();
  return calls
    .filter((call) => call.hubId === hubId && call.method === 'POST' && call.path.includes('/properties/'))
    .filter(({ status = 0 }) => status < 300)
    .map(({ path }) => path);
}

/**
 * Finishes the rollout. Checks that each account is as declared. Each create must be sent and noted once, and every call must be settled.
 */
export function expectEndedRight(world: Begun, where: string): Promise<void> {
  return world.asProcess((fleet, database) => expectRight({ ...world, fleet, database }, where));
}

export interface Ending extends Pick<Begun, 'hubs' | 'rollout'> {
  readonly service: Pick<Begun['service'], 'calls'>;
  readonly fleet: Fleet;
  readonly database: Database;
}

export async function expectRight(ending: Ending, where: string): Promise<void> {
  const { service, hubs, rollout, fleet, database } = ending;
  // Ends the heartbeats of killed workers at once instead of waiting.
  await forget(database);
  await fleet.work({ untilDone: true });
  const { phase, states } = await fleet.status(rollout);
  expect([phase, (states.applied ?? 0) + (states.unchanged ?? 0)], where).toEqual(['done', hubs.length]);
  const leases = await database.query(({ sql, of }) => sql`select ledger from ${of('ledger_lease')}`);
  expect(leases, where).toEqual([]);
  for (const hubId of hubs) {
    const created = await createsOf(service, hubId);
    expect(created, where).toEqual([...new Set(created)]);
    expect(created, where).toHaveLength(2);
    const store = postgresStore({ ...PARTS, database, name: `account-${hubId}` });
    expect((await store.read()).intentions, where).toEqual([]);
    const noted = (await store.history()).flatMap((run) => run.calls.map(({ id }) => id));
    expect(noted.toSorted(), where).toEqual([...new Set(noted)].toSorted());
    expect(noted, where).toHaveLength(2);
  }
  const after = await fleet.plan();
  expect(
    (await fleet.clusters(after)).map(({ standing, accounts }) => [standing, accounts]),
    where,
  ).toEqual([['empty', hubs.length]]);
}
