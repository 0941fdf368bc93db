import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/fleet/database/database.ts';
import { buildParts } from '../../../src/fleet/database/parts.ts';
import { type FleetRead, readAccounts, readFleet } from '../../../src/fleet/read/read.ts';
import { readStatus } from '../../../src/fleet/read/status-statements.ts';
import { BACKENDS, type Backend, backend, setMoment } from '../databases.ts';
import { aFleetWorld, GROUP } from '../world.ts';
import { plant, SHAPES } from './planted.ts';

const SIZE = 10_000;
const NOW = '2026-11-22T12:00:00Z';

describe.each(BACKENDS)('a fleet of 10,000 accounts on %s', (name) => {
  let place: Backend;
  let database: Database;
  let read: FleetRead;
  beforeAll(async () => {
    place = await backend(name);
    database = await place.database();
    await setMoment(database, NOW);
    for (const age of [0, 1, 2, 3]) await plant(database, { id: `r${age}`, size: SIZE, age });
    await sql`vacuum analyze ${sql.id(database.schema, 'target')}`.execute(place.connect());
    read = readFleet(database);
  }, 120_000);
  afterAll(() => place.close());

  it('says how far a rollout is, wave by wave', async () => {
    const status = await read.status('r0');
    expect(status).toEqual({
      format: 'trueup.rollout-status/1',
      rollout: 'r0',
      kind: 'apply',
      phase: 'rolling',
      note: 'commit 1f0c',
      by: 'ann',
      reverts: null,
      revertedBy: null,
      createdAt: '2026-11-22T12:00:00.000Z',
      at: '2026-11-22T12:00:00.000Z',
      startedAt: '2026-11-22T11:53:00.000Z',
      endedAt: null,
      wave: 2,
      states: { applied: 960, failed: 20, uncertain: 12, deferred: 8, approved: 9000 },
      waves: [
        {
          wave: 1,
          takes: '1%',
          accounts: 100,
          changing: 100,
          states: { applied: 96, failed: 2, uncertain: 1, deferred: 1 },
          startedAt: '2026-11-22T11:53:00.000Z',
          endedAt: '2026-11-22T11:54:00.000Z',
        },
        {
          wave: 2,
          takes: '10%',
          accounts: 900,
          changing: 900,
          states: { applied: 864, failed: 18, uncertain: 11, deferred: 7 },
          startedAt: '2026-11-22T11:55:00.000Z',
          endedAt: null,
        },
        {
          wave: 3,
          takes: '100%',
          accounts: 9000,
          changing: 9000,
          states: { approved: 9000 },
          startedAt: null,
          endedAt: null,
        },
      ],
      inNoWave: {},
      soak: { ms: 60_000, until: null },
      errorBudget: {
        maxFailedPercent: 1,
        maxUncertain: 0,
        spent: '12 accounts are uncertain, and at most 0 may be',
      },
      overlap: null,
      asked: { what: 'start', by: null, at: '2026-11-22T11:52:00.000Z' },
      waitsFor: { what: 'later', until: '2026-11-22T12:01:00.000Z' },
    });
  });

  it('reads the status by an index', async () => {
    const plan = await explained(readStatus('r0'));
    expect(plan).toMatch(/target_tally/);
    expect(plan).not.toMatch(/Seq Scan on "?target/);
  });

  it.each([
    ['all', {}],
    ['those in a state', { state: 'failed' }],
    ['those of a cluster', { shape: SHAPES[1] }],
    ['one account', { hubId: 5000 }],
  ] as const)('reads a page by an index: %s', async (_, filter) => {
    const plan = await explained(readAccounts('r0', { ...filter, after: 1500, limit: 100 }));
    expect(plan).not.toMatch(/Seq Scan/);
  });

  it('pages through the selected accounts, each account once', async () => {
    const seen: number[] = [];
    for (let after = 0; ; ) {
      const page = await read.accounts('r0', { state: 'failed', after, limit: 7 });
      seen.push(...page.map(({ hubId }) => hubId));
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.hubId;
    }
    expect(seen).toEqual(Array.from({ length: 20 }, (_, at) => 1050 + 50 * at));
    expect(await read.accounts('r0')).toHaveLength(100);
  });

  it('filters by wave, cluster and reason', async () => {
    expect(await read.accounts('r0', { wave: 1, limit: 1000 })).toHaveLength(100);
    expect(await read.accounts('r0', { because: 'auth', wave: 2 })).toHaveLength(9);
    expect(await read.accounts('r0', { shape: SHAPES[1], wave: 1 })).toHaveLength(20);
  });

  it('shows one account whole', async () => {
    expect(await read.account('r0', 1100)).toEqual({
      hubId: 1100,
      app: 'app-1',
      labels: { ring: 'rest' },
      state: 'failed',
      wave: 1,
      shape: SHAPES[1],
      freshShape: null,
      changing: true,
      attempts: 1,
      workersLost: 0,
      because: 'auth',
      message: 'The service refused <b>it</b>.',
      putOffUntil: null,
      runs: [],
      changedAt: '2026-11-22T12:00:00.000Z',
    });
    expect(await read.account('r0', 1)).toBeUndefined();
  });

  it('lists rollouts newest first, page by page', async () => {
    const first = await read.rollouts({ limit: 3 });
    expect(first.map(({ rollout }) => rollout)).toEqual(['r0', 'r1', 'r2']);
    expect(first[0]?.states).toMatchObject({ applied: 960, approved: 9000 });
    expect((await read.rollouts({ after: 'r2' })).map(({ rollout }) => rollout)).toEqual(['r3']);
  });

  it('rejects an unknown rollout in every method', async () => {
    const asked = [
      () => read.status('r9'),
      () => read.accounts('r9'),
      () => read.account('r9', 1),
      () => read.calls('r9', 1),
      () => read.clusters('r9'),
      () => read.sample('r9', ''),
      () => read.events('r9'),
      () => read.rollouts({ after: 'r9' }),
    ];
    for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: 'rollout-unknown' });
  });

  /** Returns the query plan of the database. */
  async function explained(statement: Parameters<Database['query']>[0]): Promise<string> {
    const rows = await sql<Record<string, string>>`explain ${statement(buildParts(database.schema))}`.execute(
      place.connect(),
    );
    return rows.rows.map((row) => row['QUERY PLAN']).join('\n');
  }
});

describe.each(BACKENDS)('a read while a fleet works on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  it('names the next step of a rollout, and the changes of a run', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 4);
    const fleet = await world.fleet();
    const rollout = await fleet.plan({ soakMs: 0, waves: '50%,100%' });
    const awaited = async () => (await fleet.status(rollout)).waitsFor?.what;
    expect(await awaited()).toBe('approval');
    await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
    expect(await awaited()).toBe('start');
    await fleet.rollout(rollout);
    expect(await awaited()).toBe('worker');
    await fleet.pause(rollout);
    expect(await awaited()).toBe('person');
    await fleet.resume(rollout);
    await fleet.work({ untilDone: true });
    const status = await fleet.status(rollout);
    expect(status).toMatchObject({ phase: 'done', waitsFor: null, states: { applied: 4 } });
    expect([status.startedAt, status.endedAt, ...status.waves.map(({ endedAt }) => endedAt)]).not.toContain(null);
    const account = await fleet.read.account(rollout, 2001);
    expect(account?.runs).toHaveLength(1);
    expect(await fleet.read.calls(rollout, 2001)).toMatchObject([
      { run: account?.runs[0], method: 'POST', covers: ['property-group:contacts/loyalty'] },
    ]);
  });

  it('names the end of a soak', async () => {
    const world = await aFleetWorld(await place.database(), 4);
    const fleet = await world.fleet(GROUP);
    const rollout = await fleet.plan({ soakMs: 600_000, waves: '50%,100%' });
    await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
    await fleet.rollout(rollout);
    const ended = new AbortController();
    const work = fleet.work({ signal: ended.signal });
    await expect.poll(async () => (await fleet.status(rollout)).phase).toBe('soaking');
    const { soak, waitsFor, waves } = await fleet.status(rollout);
    expect(waitsFor).toEqual({ what: 'soak', until: soak.until });
    expect(waves[0]?.endedAt).not.toBeNull();
    ended.abort();
    await work;
  });
});
