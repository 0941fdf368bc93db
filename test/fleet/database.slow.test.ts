import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/client/index.ts';
import type { Database } from '../../src/fleet/database/database.ts';
import { openDatabase, readFleet } from '../../src/fleet/index.ts';
import { aSchema, BACKEND, BACKENDS, type Backend, backend, POSTGRES } from './databases.ts';

const PARTS = { clock: systemClock, newId: randomUUID };

function raising(code: string) {
  return (database: Database) =>
    database.query((parts) => parts.sql.raw(`do $$ begin raise exception 'secret' using errcode = '${code}'; end $$`));
}

describe.each(BACKENDS)('the database on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  it('reports whether confirmed writes survive a loss of power', async () => {
    const { facts } = await place.database();
    expect(facts).toEqual({
      version: expect.stringMatching(/^\d\d/),
      survivesPowerLoss: name === 'PostgreSQL',
    });
  });

  it.each([
    ['40P01', 'database-unavailable', 'lost', 'another statement stood in the way (40P01)'],
    ['53100', 'database-full', 'full', 'its disk is full (53100)'],
    ['25006', 'database-read-only', 'read-only', 'it is read-only (25006)'],
    ['57P01', 'database-unavailable', 'lost', 'it cannot be reached (57P01)'],
    ['22012', 'database-unusable', 'refused', 'an unexpected failure (22012)'],
  ])('says in its own words what %s means', async (state, code, trouble, reason) => {
    const error = await raising(state)(await place.database()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      ...{ code, trouble, state },
      message: `The fleet cannot use the database of the test: ${reason}.`,
    });
    expect(inspect(error)).not.toContain('secret');
  });

  it('gives whole numbers of 64 bits as numbers', async () => {
    const database = await place.database();
    expect(await database.query((parts) => parts.sql`select 9007199254740991::bigint as n`)).toEqual([
      { n: 9007199254740991 },
    ]);
  });

  it('creates no fleet if the caller forbids it', async () => {
    const db = place.connect();
    const connection = { schema: aSchema(), shown: 'the database crm' };
    const schemas = sql`select nspname from pg_namespace where nspname = ${connection.schema}`;
    await expect(place.database({ ...connection, make: false })).rejects.toMatchObject({
      code: 'fleet-missing',
      message: 'There is no fleet in the database crm.',
    });
    expect((await schemas.execute(db)).rows).toEqual([]);
    await place.database(connection);
    expect((await place.database({ ...connection, make: false })).schema).toBe(connection.schema);
  });

  it('keeps a separate write if a concurrent transaction is rolled back', async () => {
    const db = place.connect();
    const schema = aSchema();
    await sql`create schema ${sql.id(schema)}`.execute(db);
    const table = sql.id(schema, 'seen');
    await sql`create table ${table} (a integer)`.execute(db);
    const inside = Promise.withResolvers<void>();
    const rolled = db.transaction().execute(async (tx) => {
      await sql`insert into ${table} values (1)`.execute(tx);
      inside.resolve();
      await new Promise(setImmediate);
      throw new Error('rolled back');
    });
    await inside.promise;
    await Promise.all([
      expect(rolled).rejects.toThrow('rolled back'),
      sql`insert into ${table} values (2)`.execute(db),
    ]);
    expect((await sql`select a from ${table}`.execute(db)).rows).toEqual([{ a: 2 }]);
    await sql`drop schema ${sql.id(schema)} cascade`.execute(db);
  });
});

describe.runIf(BACKEND === 'PGlite')('a database in a folder', () => {
  const count = (database: Database) =>
    database.query<{ n: number }>((parts) => parts.sql`select count(*) as n from ${parts.of('migration')}`);

  it('serves one process at once and keeps the data', async () => {
    const dir = join(await mkdtemp(join(tmpdir(), 'fleet-')), 'made');
    const database = await openDatabase(dir, PARTS);
    expect(database).toMatchObject({ shown: `the folder ${dir}`, schema: 'trueup' });
    const [written] = await count(database);
    await expect(openDatabase(dir, PARTS)).rejects.toMatchObject({
      code: 'database-in-use',
      message: expect.stringMatching(
        /^The database in .*made is locked by \S+ \(process \d+ on \S+\) for a fleet since /,
      ),
      hint: 'Wait until that run is over. A worker may be stopped with Ctrl-C and started again: nothing is lost. Several processes can share a postgres:// address instead.',
    });
    await database.close();
    // The error explains the failure, so its reader needs no server log.
    await expect(readFleet(database).rollouts()).rejects.toMatchObject({
      code: 'database-unusable',
      message: `The fleet cannot use ${database.shown}: it was closed.`,
      hint: 'Close it once everything that uses it has ended.',
    });
    const again = await openDatabase(dir, PARTS);
    onTestFinished(() => again.close());
    expect(await count(again)).toEqual([written]);
  });

  it('is refused if it is missing and creation is forbidden', async () => {
    const dir = join(await mkdtemp(join(tmpdir(), 'fleet-')), 'mistyped');
    const missing = { code: 'fleet-missing', message: `There is no fleet in ${dir}.` };
    await expect(openDatabase(dir, { ...PARTS, make: false })).rejects.toMatchObject(missing);
    await expect(readFile(dir)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is taken over from a process that died', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'fleet-'));
    const first = await openDatabase(dir, PARTS);
    const lock = join(dir, 'database.lock');
    const held = await readFile(lock, 'utf8');
    await first.close();
    // No system has a process of this number.
    await writeFile(lock, JSON.stringify({ ...JSON.parse(held), pid: 2 ** 30, started: 'before' }));
    const database = await openDatabase(dir, PARTS);
    onTestFinished(() => database.close());
    expect((await count(database))[0]?.n).toBeGreaterThan(0);
  });
});

describe('opening a database', () => {
  it.each([
    ['mysql://ada:hunter2@db.example/crm', {}, 'database-address-invalid'],
    ['postgres://ada:hunter2/x@db.example/crm', {}, 'database-address-invalid'],
    ['folder', { schema: 'Fleet' }, 'argument-invalid'],
    ['folder', { schema: 'pg_fleet' }, 'argument-invalid'],
    ['folder', { schema: 'fleet"; drop' }, 'argument-invalid'],
    ['folder', { schema: 'f'.repeat(45) }, 'argument-invalid'],
  ])('refuses %s with %j', async (address, options, code) => {
    const error = await openDatabase(address, { ...PARTS, ...options }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code });
    expect(String(error)).not.toContain('hunter2');
  });

  it('fails after the given time if the server never answers', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const address = `postgres://127.0.0.1:${(silent.address() as AddressInfo).port}/crm`;
    const waiting = openDatabase(address, { ...PARTS, connectMs: 1_000 }).catch(() => 'the patient one');
    const asked = openDatabase(address, { ...PARTS, connectMs: 50 }).catch(({ code }) => code);
    expect(await Promise.race([waiting, asked])).toBe('database-unavailable');
    await waiting;
  });

  it('names the unreachable server and hides the login', async () => {
    const error = await openDatabase('postgres://ada:hunter2@127.0.0.1:1/none', PARTS).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({
      code: 'database-unavailable',
      message: 'The fleet cannot use the database none on 127.0.0.1:1: it cannot be reached (ECONNREFUSED).',
      hint: 'Check that PostgreSQL is running there, and that the host and port are correct.',
    });
  });

  it.skipIf(POSTGRES === undefined)('needs no right to write where the tables are there', async () => {
    const schema = aSchema();
    const address = new URL(POSTGRES ?? '');
    address.searchParams.set('options', '-c default_transaction_read_only=on');
    const open = () => openDatabase(address.href, { ...PARTS, schema });
    await expect(open()).rejects.toMatchObject({ code: 'database-read-only' });
    const writable = await openDatabase(POSTGRES ?? '', { ...PARTS, schema });
    onTestFinished(async () => {
      await writable.query((parts) => parts.sql`drop schema ${parts.sql.id(schema)} cascade`);
      await writable.close();
    });
    const database = await open();
    onTestFinished(() => database.close());
    await expect(
      database.query((parts) => parts.sql`insert into ${parts.of('migration')} (version, name) values (99, 'x')`),
    ).rejects.toMatchObject({ code: 'database-read-only', trouble: 'read-only' });
  });
});
