/** Workers that are killed with SIGKILL, as processes of their own, and what the next one makes of it. */

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/client/index.ts';
import { type Database, leaseOwner, openDatabase, postgresStore } from '../../../src/fleet/index.ts';
import { startService } from '../../../src/service/index.ts';
import { PATIENCE_MS, share } from '../../crash/share.ts';
import { aSchema, BACKENDS, type BackendName, POSTGRES } from '../databases.ts';
import { aProcess, tokenOf } from './fleet.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));
const PARTS = { clock: systemClock, newId: randomUUID };
const HUBS = [2001, 2002];
/** How much an unharmed run counts, at least: enough to be what the rows say. */
const LEAST = { statements: 60, calls: 20 } as const;

/** A service and a database in which a rollout over two accounts is under way. */
async function begun(name: BackendName) {
  const service = await startService({
    clock: systemClock,
    rateLimit: false,
    surface: 'dated',
    seed: { accounts: HUBS.map((hubId) => ({ hubId, privateAppTokens: [{ token: tokenOf(hubId) }] })) },
  });
  onTestFinished(() => service.close());
  const { url, transport } = service;
  const folder = async () => join(await mkdtemp(join(tmpdir(), 'fleet-workers-')), 'fleet');
  const [address, schema] = name === 'PGlite' ? [await folder(), 'trueup'] : [POSTGRES ?? '', aSchema()];
  const open = () => openDatabase(address, { ...PARTS, schema });
  /** As a process that nothing happens to; in a folder, while no other one has it open. */
  async function asProcess<T>(work: (one: Awaited<ReturnType<typeof aProcess>>, database: Database) => Promise<T>) {
    const database = await open();
    const one = await aProcess({ database, url, transport, hubs: HUBS });
    try {
      return await work(one, database);
    } finally {
      await one.end();
      await database.close();
    }
  }
  const rollout = await asProcess(async ({ fleet }) => {
    const id = await fleet.plan({ soakMs: 0, waves: '50%,100%', maxFailedPercent: 100 });
    await fleet.approve(id, { names: [], all: true, by: 'ann' });
    await fleet.rollout(id);
    return id;
  });
  onTestFinished(async () => {
    if (name === 'PGlite') return;
    const database = await open();
    await database.query(({ sql }) => sql`drop schema ${sql.id(schema)} cascade`);
    await database.close();
  });
  const worker = async (kind: string, at: number) => {
    const child = spawn(process.execPath, [WORKER, address, schema, url, HUBS.join(','), kind, String(at)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [said, errors, signal] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((done) => child.once('close', (_, by) => done(by))),
    ]);
    expect(errors).toBe('');
    return { moments: Number(said), killed: signal === 'SIGKILL' };
  };
  return { service, rollout, asProcess, worker };
}

/** What the service has carried out: creates, by account. */
async function createsOf({ service }: Awaited<ReturnType<typeof begun>>, hubId: number) {
  const calls = await service.calls();
  return calls
    .filter((call) => call.hubId === hubId && call.method === 'POST' && call.path.includes('/properties/'))
    .filter(({ status = 0 }) => status < 300)
    .map(({ path }) => path);
}

describe.each(BACKENDS)('workers that are killed on %s', (name) => {
  it.each(['statements', 'calls'] as const)(
    'at any of their %s leave accounts that the next one ends right',
    { timeout: PATIENCE_MS },
    async (kind) => {
      const unharmed = await begun(name);
      const { moments, killed } = await unharmed.worker(kind, -1);
      expect(killed).toBe(false);
      expect(moments).toBeGreaterThanOrEqual(LEAST[kind]);
      const rows = share(
        Array.from({ length: moments }, (_, at) => at),
        `fleet ${name} ${kind}`,
      );
      let met = 0;
      for (const at of rows) {
        const where = `killed at ${at} of ${moments} ${kind}`;
        const world = await begun(name);
        met += (await world.worker(kind, at)).killed ? 1 : 0;
        await world.asProcess(async ({ fleet }, database) => {
          await fleet.work({ untilDone: true });
          const { phase, states } = await fleet.status(world.rollout);
          expect([phase, (states.applied ?? 0) + (states.unchanged ?? 0)], where).toEqual(['done', HUBS.length]);
          const owner = await leaseOwner({ ...PARTS, database, owner: 'reader' });
          for (const hubId of HUBS) {
            const created = await createsOf(world, hubId);
            expect(created, where).toEqual([...new Set(created)]);
            expect(created, where).toHaveLength(2);
            const store = postgresStore({ ...PARTS, database, owner, name: `account-${hubId}` });
            expect((await store.read()).intentions, where).toEqual([]);
            const noted = (await store.history()).flatMap((run) => run.calls.map(({ id }) => id));
            expect(noted.toSorted(), where).toEqual([...new Set(noted)].toSorted());
            expect(noted, where).toHaveLength(2);
          }
          await owner.close();
          const after = await fleet.plan();
          expect(
            (await fleet.clusters(after)).map(({ standing, accounts }) => [standing, accounts]),
            where,
          ).toEqual([['empty', HUBS.length]]);
        });
      }
      process.stdout.write(`fleet on ${name}: ${met} kills met in ${rows.length} runs of ${moments} ${kind}\n`);
    },
  );

  it('by one account each time leave it alone after three, and do the others', { timeout: 120_000 }, async () => {
    const [poison = 0, other = 0] = HUBS;
    const world = await begun(name);
    for (let worker = 1; worker <= 3; worker += 1) expect((await world.worker('accounts', poison)).killed).toBe(true);
    expect((await world.worker('accounts', poison)).killed).toBe(false);
    await world.asProcess(async ({ fleet }) => {
      expect(await fleet.status(world.rollout)).toMatchObject({ phase: 'done', states: { applied: 1, failed: 1 } });
      const [bad] = await fleet.read.accounts(world.rollout, { because: 'worker' });
      expect(bad).toMatchObject({ hubId: poison, state: 'failed', workersLost: 3 });
      expect([await createsOf(world, poison), (await createsOf(world, other)).length]).toEqual([[], 2]);
      expect(await fleet.retry(world.rollout, 'worker')).toBe(1);
      await fleet.resume(world.rollout);
      await fleet.work({ untilDone: true });
      expect((await fleet.status(world.rollout)).states).toEqual({ applied: 2 });
    });
    expect(await createsOf(world, poison)).toHaveLength(2);
  });
});
