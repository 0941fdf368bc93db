import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/client/index.ts';
import type { Database } from '../../../src/fleet/database/database.ts';
import { leaseOwner } from '../../../src/fleet/ledger/owner.ts';
import { postgresStore } from '../../../src/fleet/ledger/store.ts';
import { memoryStore } from '../../../src/ledger/memory-store.ts';
import type { LedgerStore } from '../../../src/model/ledger.ts';
import { counting, testClock } from '../../ledger/clock.ts';
import { aRecord, forget, intend, record, SIZE, settle, TIER } from '../../ledger/entries.ts';
import { BACKENDS, type Backend, backend, isWaiting } from '../databases.ts';
import { connectionLost, watched } from './watched.ts';

const ACCOUNT = { name: 'sandbox', hubId: 1001 };

describe.each(BACKENDS)('a write to a ledger on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  const storeOn = async (database: Database, account = 'sandbox') => {
    const parts = { database, clock: systemClock, newId: counting('id') };
    const owner = await leaseOwner({ ...parts, owner: 'ann', termMs: 30_000 });
    onTestFinished(() => owner.close());
    return postgresStore({ ...parts, database: { ...parts.database, leases: owner }, name: account });
  };

  it('is noted once, although the reply of the database is lost after it did so', async () => {
    const database = await place.database();
    let lose = false;
    const shaky = watched(database, async ({ send }) => {
      const rows = await send();
      if (!lose) return rows;
      lose = false;
      throw connectionLost();
    });
    const store = await storeOn(shaky);
    const lock = await store.lock('apply');
    lose = true;
    await store.append([intend('i1'), record(SIZE)]);
    expect((await store.read()).serial).toBe(2);
    await store.append([settle('i1', 'applied')]);
    const before = await store.read();
    lose = true;
    expect(await store.compact({ name: 'sandbox', hubId: null })).toEqual(before);
    expect((await store.history()).map(({ calls }) => calls.length)).toEqual([1]);
    await lock.release();
  });

  it('is noted once, although the database does so only after the connection was lost', async () => {
    const database = await place.database();
    const late: Promise<unknown>[] = [];
    let delay = false;
    const shaky = watched(database, async ({ send }) => {
      if (!delay) return send();
      delay = false;
      late.push(send());
      throw connectionLost();
    });
    const store = await storeOn(shaky);
    await store.lock('apply');
    delay = true;
    await Promise.all([store.append([intend('i1')]), store.append([record(SIZE)])]);
    delay = true;
    const folded = await store.compact(ACCOUNT);
    await Promise.all(late);
    expect(await store.read()).toEqual(folded);
    expect([folded.serial, late.length]).toEqual([3, 2]);
  });

  // PGlite has a single connection, so its statements never run in parallel.
  it.skipIf(name === 'PGlite')('is noted once, although it is sent again while the first is under way', async () => {
    const database = await place.database();
    const mayEnd = Promise.withResolvers<void>();
    let tries = 0;
    let first: Promise<unknown> | undefined;
    const shaky = watched(database, async ({ text, send, sendOn }) => {
      if (!text.includes('added as')) return send();
      tries += 1;
      if (tries > 1) return send();
      const asked = Promise.withResolvers<void>();
      first = place
        .connect()
        .transaction()
        .execute(async (tx) => {
          await sendOn(tx);
          asked.resolve();
          await mayEnd.promise;
        });
      await asked.promise;
      throw connectionLost();
    });
    const store = await storeOn(shaky);
    await store.lock('apply');
    const appending = store.append([intend('i1'), record(SIZE)]);
    await expect.poll(() => isWaiting(database)).toBe(true);
    mayEnd.resolve();
    await Promise.all([appending, first]);
    expect([(await store.read()).serial, tries]).toEqual([2, 3]);
  });

  it('is refused with the message of the database if a retry cannot help', async () => {
    const database = await place.database();
    let full = false;
    let sent = 0;
    const store = await storeOn(
      watched(database, async ({ send }) => {
        if (!full) return send();
        sent += 1;
        return database.query((parts) =>
          parts.sql.raw("do $$ begin raise exception 'x' using errcode = '53100'; end $$"),
        );
      }),
    );
    await store.lock('apply');
    full = true;
    await expect(store.append([record(TIER)])).rejects.toMatchObject({
      code: 'ledger-database',
      message: 'The fleet cannot use the database of the test: its disk is full (53100).',
      cause: { code: 'database-full' },
    });
    expect(sent).toBe(1);
    full = false;
    await store.append([record(SIZE)]);
    expect((await store.read()).records).toEqual({ [SIZE]: aRecord(SIZE) });
  });

  it('is refused if another writer replaced the row', async () => {
    const database = await place.database();
    const store = await storeOn(database);
    await store.lock('apply');
    await store.append([record(TIER)]);
    await store.compact(ACCOUNT);
    await store.append([record(SIZE)]);
    // Between the look and the fold.
    const shaky = watched(database, async ({ text, send }) => {
      if (text.includes('emptied as')) await database.query((p) => p.sql`update ${p.of('ledger')} set serial = 77`);
      return send();
    });
    const other = await storeOn(shaky);
    await database.query((p) => p.sql`delete from ${p.of('ledger_lease')}`);
    await other.lock('apply');
    await expect(other.compact(ACCOUNT)).rejects.toMatchObject({ code: 'ledger-replaced' });
    expect(await database.query((p) => p.sql`select serial from ${p.of('ledger')}`)).toEqual([{ serial: 77 }]);
    expect(await database.query((p) => p.sql`select count(*) as n from ${p.of('ledger_entry')}`)).toEqual([{ n: 1 }]);
  });

  it('is refused on an older copy of a row until a repair from the history', async () => {
    const database = await place.database();
    const store = await storeOn(database);
    await store.lock('apply');
    await store.append([record(SIZE)]);
    await store.compact(ACCOUNT);
    await database.query((p) => p.sql`create table ${p.of('copy')} as select * from ${p.of('ledger')}`);
    await store.append([intend('i1'), settle('i1', 'applied')]);
    const newest = await store.compact(ACCOUNT);
    await database.query(
      (p) => p.sql`update ${p.of('ledger')} l set serial = c.serial, document = c.document from ${p.of('copy')} c`,
    );
    await expect(store.read()).rejects.toMatchObject({
      code: 'ledger-older-than-history',
      message: expect.stringContaining('ledger sandbox of the database of the test is at serial'),
    });
    const { calls, ledger, files } = await store.repair();
    expect([calls.map(({ id }) => id), files]).toEqual([['i1'], ['ledger sandbox of the database of the test']]);
    expect(Object.keys(ledger.records).sort()).toEqual([SIZE, TIER]);
    expect(await store.read()).toEqual(ledger);
    expect(ledger.serial).toBeGreaterThan(newest.serial);
    expect(await store.repair()).toMatchObject({ calls: [], files: [] });
  });

  it('keeps the newest fifty runs of the history', async () => {
    const store = await storeOn(await place.database());
    await store.lock('apply');
    const runs = Array.from({ length: 53 }, (_, at) => `r${at}`);
    for (const run of runs) {
      await store.append([intend(`i-${run}`, { run }), settle(`i-${run}`, 'applied')]);
      await store.compact(ACCOUNT);
    }
    expect((await store.history()).map(({ run }) => run)).toEqual(runs.slice(3).reverse());
  });

  it('equals the same steps on a ledger in memory', { timeout: 120_000 }, async () => {
    const step = fc.oneof(
      fc.array(
        fc.oneof(
          fc.record({ open: fc.nat(9), run: fc.constantFrom('r1', 'r2', 'r3') }),
          fc.record({ close: fc.nat(9), as: fc.constantFrom('applied' as const, 'not-applied' as const) }),
          fc.record({ at: fc.constantFrom(TIER, SIZE), label: fc.string({ unit: 'binary' }) }),
          fc.record({ forget: fc.constantFrom(TIER, SIZE) }),
        ),
        { minLength: 1, maxLength: 5 },
      ),
      fc.constantFrom('fold' as const, 'pin' as const, 'new lock' as const, 'repair' as const),
    );
    const database = await place.database();
    let accounts = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        accounts += 1;
        const account = `sandbox-${accounts}`;
        const stores: readonly LedgerStore[] = [
          await storeOn(database, account),
          memoryStore({ name: account, clock: testClock(), newId: counting('m') }),
        ];
        const seen = await Promise.all(
          stores.map(async (store) => {
            let lock = await store.lock('apply');
            // An id is of one call, so an intention is made once.
            const made = new Set<number>();
            for (const one of steps) {
              if (one === 'fold') await store.compact({ name: account, hubId: null });
              else if (one === 'pin') await store.compact({ ...ACCOUNT, name: account });
              else if (one === 'repair') await store.repair();
              else if (one === 'new lock') {
                await lock.release();
                lock = await store.lock('apply');
              } else {
                const entries = one.flatMap((entry) => {
                  if ('open' in entry) {
                    if (made.has(entry.open)) return [];
                    made.add(entry.open);
                    return [intend(`i${entry.open}`, { run: entry.run })];
                  }
                  if ('close' in entry) return [settle(`i${entry.close}`, entry.as)];
                  if ('forget' in entry) return [forget(entry.forget)];
                  return [record(entry.at, { fields: { label: entry.label } })];
                });
                await store.append(entries);
              }
            }
            const { lineage: _, ...ledger } = await store.read();
            const history = await store.history();
            await lock.release();
            return { ledger, history };
          }),
        );
        expect(seen[0]).toEqual(seen[1]);
      }),
      { numRuns: 60 },
    );
  });
});
