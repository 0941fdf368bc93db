import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/client/index.ts';
import type { Clock } from '../../../src/contract/clock.ts';
import { LedgerError } from '../../../src/errors.ts';
import type { Database } from '../../../src/fleet/database/database.ts';
import { buildParts } from '../../../src/fleet/database/parts.ts';
import { leaseOwner } from '../../../src/fleet/ledger/owner.ts';
import { postgresStore } from '../../../src/fleet/ledger/store.ts';
import { appendEntries, buildAppend } from '../../../src/fleet/ledger/writer.ts';
import { counting } from '../../ledger/clock.ts';
import { record, SIZE, TIER } from '../../ledger/entries.ts';
import { BACKENDS, type Backend, backend, isWaiting, setMoment } from '../databases.ts';
import { steppedClock } from '../stepped-clock.ts';
import { connectionLost, watched } from './watched.ts';

const ACCOUNT = { name: 'sandbox', hubId: 1001 };
const NOON = '2026-01-01T12:00:00Z';
const TERM_MS = 30_000;
const LATER = '2026-01-01T12:00:31Z';

describe.each(BACKENDS)('leases on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  const atNoon = async (): Promise<Database> => {
    const database = await place.database();
    await setMoment(database, NOON);
    return database;
  };
  /** Opens the ledger as a separate process. */
  const worker = async (database: Database, owner: string, clock: Clock = systemClock) => {
    const parts = { database, clock, newId: counting(`${owner}-`) };
    const own = await leaseOwner({ ...parts, owner, termMs: TERM_MS });
    onTestFinished(() => own.close());
    return {
      owner: own,
      open: (account = 'sandbox') => postgresStore({ ...parts, database: { ...database, leases: own }, name: account }),
    };
  };

  it('are given to one of many processes that ask at once', async () => {
    const database = await atNoon();
    const workers = await Promise.all(Array.from({ length: 8 }, (_, at) => worker(database, `w${at}`)));
    const tries = await Promise.allSettled(workers.map(({ open }) => open().lock('apply')));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = tries.flatMap((tried) => (tried.status === 'rejected' ? [tried.reason] : []));
    expect(new Set(refused.map((error) => error.code))).toEqual(new Set(['ledger-locked']));
  });

  it('run out a term after the last heartbeat, and not before', async () => {
    const database = await atNoon();
    const [first, second] = [(await worker(database, 'ann')).open(), (await worker(database, 'bob')).open()];
    await first.lock('apply');
    await setMoment(database, '2026-01-01T12:00:29Z');
    await expect(second.lock('apply')).rejects.toMatchObject({
      code: 'ledger-locked',
      message: expect.stringMatching(
        /^The ledger is locked by ann \(process \d+ on .+\) for apply since 2026-01-01 12:00 UTC\.$/,
      ),
      hint: 'Wait until that run is over. If its process has died, the lock ends 30 seconds after its last heartbeat.',
    });
    await setMoment(database, LATER);
    expect(await first.holder()).toBeUndefined();
    await second.lock('apply');
    expect(await first.holder()).toMatchObject({ owner: 'bob' });
  });

  it('reject entries, folds and reads of a holder whose lease was lost', async () => {
    const database = await atNoon();
    const first = (await worker(database, 'ann')).open();
    const second = (await worker(database, 'bob')).open();
    await first.lock('apply');
    await first.append([record(TIER)]);
    await setMoment(database, LATER);
    // The lease has ended, although another run has not taken it yet.
    const lost = {
      code: 'ledger-lock-lost',
      message: 'The lock on the ledger of sandbox was removed or taken by another run.',
    };
    await expect(first.append([record(SIZE)])).rejects.toMatchObject(lost);
    await second.lock('apply');
    await expect(first.append([record(SIZE)])).rejects.toMatchObject(lost);
    await expect(first.append([])).rejects.toMatchObject(lost);
    await expect(first.compact(ACCOUNT)).rejects.toMatchObject(lost);
    expect(Object.keys((await second.read()).records)).toEqual([TIER]);
    expect((await second.compact(ACCOUNT)).account).toEqual(ACCOUNT);
  });

  // PGlite has a single connection, so its statements never run in parallel.
  it.skipIf(name === 'PGlite')('wait for the commit of a pending write, and then see it', async () => {
    const database = await atNoon();
    const first = (await worker(database, 'ann')).open();
    const second = (await worker(database, 'bob')).open();
    await first.lock('apply');
    const [lease] = await database.query<{ token: string }>((p) => p.sql`select token from ${p.of('ledger_lease')}`);
    const fence = { ledger: 'sandbox', token: lease?.token ?? '' };
    const append = buildAppend([record(TIER)], 'sandbox', counting('a'));
    const [asked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = place
      .connect()
      .transaction()
      .execute(async (tx) => {
        await appendEntries(fence, append)(buildParts(database.schema)).execute(tx);
        asked.resolve();
        await mayEnd.promise;
      });
    await asked.promise;
    await setMoment(database, LATER);
    let taken = false;
    const taking = second.lock('apply').then(() => {
      taken = true;
    });
    await expect.poll(async () => taken || (await isWaiting(database))).toBe(true);
    expect(taken).toBe(false);
    mayEnd.resolve();
    await Promise.all([writing, taking]);
    expect(Object.keys((await second.read()).records)).toEqual([TIER]);
  });

  it('are all renewed by one statement, and end with the heartbeat of their process', async () => {
    const database = await atNoon();
    const clock = steppedClock();
    const texts: string[] = [];
    const seen = watched(database, async ({ text, send }) => {
      const rows = await send();
      texts.push(text.split(' ')[0] ?? '');
      return rows;
    });
    const { open } = await worker(seen, 'ann', clock);
    const locks = await Promise.all(['a', 'b', 'c'].map((account) => open(account).lock('apply')));
    texts.length = 0;
    await setMoment(database, '2026-01-01T12:00:20Z');
    await clock.advance(TERM_MS / 3);
    await expect.poll(() => texts).toEqual(['update']);
    await setMoment(database, '2026-01-01T12:00:49Z');
    for (const account of ['a', 'b', 'c']) expect(await open(account).holder()).toMatchObject({ owner: 'ann' });
    expect(locks.map(({ lost }) => lost?.aborted)).toEqual([false, false, false]);
    await setMoment(database, '2026-01-01T12:00:51Z');
    expect(await open('a').holder()).toBeUndefined();
  });

  it('tell their holder that another one took them, at the next heartbeat', async () => {
    const database = await atNoon();
    const clock = steppedClock();
    const { open } = await worker(database, 'ann', clock);
    const { lost } = await open().lock('apply');
    await setMoment(database, '2026-01-01T12:00:20Z');
    const other = await open('kept').lock('apply');
    await setMoment(database, LATER);
    await (await worker(database, 'bob')).open().lock('apply');
    await clock.advance(TERM_MS / 3);
    await expect.poll(() => lost?.aborted).toBe(true);
    expect(lost?.reason).toBeInstanceOf(LedgerError);
    expect(lost?.reason).toMatchObject({ code: 'ledger-lock-lost' });
    expect(other.lost?.aborted).toBe(false);
  });

  it('abort their holder after missed heartbeats, before another worker may take them', async () => {
    const database = await atNoon();
    const clock = steppedClock();
    let reachable = true;
    const shaky = watched(database, ({ send }) => (reachable ? send() : Promise.reject(connectionLost())));
    const store = (await worker(shaky, 'ann', clock)).open();
    const { lost } = await store.lock('apply');
    reachable = false;
    await clock.advance(TERM_MS - 1);
    expect(lost?.aborted).toBe(false);
    await clock.advance(1);
    expect(lost?.reason).toMatchObject({
      code: 'ledger-lock-lost',
      message: 'The lock on the ledger of sandbox could not be renewed in time.',
    });
    reachable = true;
    await expect(store.append([record(TIER)])).rejects.toMatchObject({ code: 'ledger-lock-lost' });
    expect((await store.read()).serial).toBe(0);
  });

  it('survive failed and unanswered heartbeats if a later heartbeat succeeds', async () => {
    const database = await atNoon();
    const clock = steppedClock();
    const answers: (() => Promise<readonly unknown[]>)[] = [
      () => Promise.reject(connectionLost()),
      () => new Promise(() => undefined),
    ];
    let renewed = 0;
    const shaky = watched(database, async ({ text, send }) => {
      if (!text.startsWith('update')) return send();
      const rows = await (answers.shift() ?? send)();
      renewed += 1;
      return rows;
    });
    const { lost } = await (await worker(shaky, 'ann', clock)).open().lock('apply');
    for (let step = 0; step < 25; step += 1) await clock.advance(1000);
    await expect.poll(() => renewed).toBeGreaterThan(0);
    // Moves past the end of the first term. The next renewal is not due yet.
    await clock.advance(20_000);
    expect(lost?.aborted).toBe(false);
  });

  it('end a write that never gets an answer, and the release after it', async () => {
    const database = await atNoon();
    const clock = steppedClock();
    let answers = true;
    const silent = watched(database, ({ send }) => (answers ? send() : new Promise(() => undefined)));
    const store = (await worker(silent, 'ann', clock)).open();
    const lock = await store.lock('apply');
    answers = false;
    const writing = Promise.allSettled([store.append([record(TIER)]), store.append([])]);
    await clock.advance(TERM_MS);
    const late = {
      code: 'ledger-lock-lost',
      message: 'The lock on the ledger of sandbox could not be renewed in time.',
    };
    expect(await writing).toMatchObject([{ reason: late }, { reason: late }]);
    await lock.release();
  });

  it('are renewed when that is asked for, or refuse it', async () => {
    const database = await atNoon();
    const store = (await worker(database, 'ann')).open();
    const lock = await store.lock('apply');
    await setMoment(database, '2026-01-01T12:00:20Z');
    await lock.renew?.();
    await setMoment(database, '2026-01-01T12:00:45Z');
    await store.append([record(TIER)]);
    await setMoment(database, '2026-01-01T12:00:51Z');
    await expect(lock.renew?.()).rejects.toMatchObject({ code: 'ledger-lock-lost' });
    expect(lock.lost?.aborted).toBe(true);
  });

  it('are given back when their process stops', async () => {
    const database = await atNoon();
    const { owner, open } = await worker(database, 'ann');
    const { lost } = await open('a').lock('apply');
    await open('b').lock('apply');
    await owner.close();
    expect([await open('a').holder(), await open('b').holder(), lost?.aborted]).toEqual([undefined, undefined, false]);
  });

  it.each([0, 999, Number.NaN, Number.POSITIVE_INFINITY])('require a valid term: %s', async (termMs) => {
    const parts = { database: await atNoon(), clock: systemClock, newId: counting('x') };
    await expect(leaseOwner({ ...parts, termMs })).rejects.toMatchObject({ code: 'argument-invalid' });
  });
});
