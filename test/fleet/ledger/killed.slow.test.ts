import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/client/index.ts';
import { openDatabase, postgresStore } from '../../../src/fleet/index.ts';
import { settle } from '../../ledger/entries.ts';
import { aSchema, BACKENDS, POSTGRES, setMoment } from '../databases.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));
const PARTS = { clock: systemClock, newId: randomUUID };

async function work(address: string, schema: string, at: number) {
  const child = spawn(process.execPath, [WORKER, address, schema, String(at)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, errors, signal] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((done) => child.once('close', (_, by) => done(by))),
  ]);
  expect(errors).toBe('');
  return { said: said.split('\n').filter((line) => line !== ''), killed: signal === 'SIGKILL' };
}

/** Continues in the next process, an hour later. */
async function goOn(address: string, schema: string) {
  const database = await openDatabase(address, { ...PARTS, schema });
  try {
    await setMoment(database, "clock_timestamp() + interval '1 hour'");
    const store = postgresStore({ ...PARTS, database, name: 'sandbox' });
    const found = await store.read();
    const before = await store.history();
    const lock = await store.lock('apply');
    await store.append(found.intentions.map(({ id }) => settle(id, 'applied')));
    const folded = await store.compact({ name: 'sandbox', hubId: 1001 });
    const entries = await database.query((p) => p.sql`select 1 from ${p.of('ledger_entry')}`);
    const calls = (await store.history()).flatMap((run) => run.calls.map(({ id }) => id));
    await lock.release();
    return { found, settled: before.flatMap((run) => run.calls.map(({ id }) => id)), folded, calls, entries };
  } finally {
    if (POSTGRES === address) await database.query((p) => p.sql`drop schema ${p.sql.id(schema)} cascade`);
    await database.close();
  }
}

describe.each(BACKENDS)('a process that is killed at any statement on %s', (name) => {
  it('keeps every confirmed entry exactly once', { timeout: 600_000 }, async () => {
    const template = await mkdtemp(join(tmpdir(), 'fleet-template-'));
    if (name === 'PGlite') await (await openDatabase(template, PARTS)).close();
    let kills = 0;
    // A process with its own database takes seconds to start. PGlite tests every third moment, PostgreSQL all of them.
    const step = name === 'PGlite' ? 3 : 1;
    for (let at = 0, alive = false; !alive; at += step) {
      const folder = join(await mkdtemp(join(tmpdir(), 'fleet-killed-')), 'fleet');
      if (name === 'PGlite') await cp(template, folder, { recursive: true });
      const [address, schema] = name === 'PGlite' ? [folder, 'trueup'] : [POSTGRES ?? '', aSchema()];
      const { said, killed } = await work(address, schema, at);
      alive = !killed;
      kills += killed ? 1 : 0;
      const { found, settled, folded, calls, entries } = await goOn(address, schema);
      const where = `killed at ${at}, after ${said.at(-1) ?? 'nothing'}`;
      const known = [...found.intentions.map(({ id }) => id), ...settled];
      const noted = said.filter((line) => line.startsWith('noted ')).map((line) => line.slice(6));
      expect(known, where).toEqual(expect.arrayContaining(noted));
      const ended = said.filter((line) => line.startsWith('settled ')).map((line) => line.slice(8));
      expect(settled, where).toEqual(expect.arrayContaining(ended));
      expect([calls.toSorted(), entries], where).toEqual([known.toSorted(), []]);
      expect(folded.intentions, where).toEqual([]);
      if (said.includes('folded again')) expect(calls, where).toEqual(['i1', 'i2']);
    }
    // Twice a statement: lock, three appends, two folds of a look, a write and a look at the size of the history, release.
    expect(kills).toBeGreaterThanOrEqual(22 / step);
  });
});
