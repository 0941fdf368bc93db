/** Tests of changes during a rollout: files, installations, keys, clocks and tables. */

import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secret, systemClock } from '../../../src/client/index.ts';
import type { Clock } from '../../../src/contract/clock.ts';
import { DatabaseError } from '../../../src/fleet/database/database.ts';
import { accountTokens, environmentKeys, installations } from '../../../src/fleet/index.ts';
import { BACKENDS, type Backend, backend } from '../databases.ts';
import { aFleetWorld, afterFirstWave, endWorkers, type FleetWorld, GROUP, tokenOf } from '../world.ts';

const OTHER = GROUP.replace('displayName: Loyalty', 'displayName: Points');

describe.each(BACKENDS)('in the middle of a rollout on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  async function begun(world: FleetWorld, how: object = {}): Promise<string> {
    const fleet = await world.fleet();
    const rollout = await fleet.plan({ soakMs: 0, waves: '50%,100%', ...how });
    await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
    await fleet.rollout(rollout);
    return rollout;
  }

  const writesOf = (world: FleetWorld) =>
    Promise.all(world.accounts.map(async ({ hubId }) => (await world.writes(hubId)).length));

  it('a worker with other files reports the rollout and skips it', async () => {
    const world = await aFleetWorld(await place.database(), 4);
    const rollout = await begun(world);
    const told: string[] = [];
    const other = await world.fleet(OTHER);
    const onLeft = (left: { readonly rollout: string }): void => {
      told.push(left.rollout);
      throw new Error('A listener may fail.');
    };
    await expect(other.work({ untilDone: true, onLeft })).rejects.toMatchObject({
      code: 'configuration-differs',
      message: expect.stringMatching(
        `^Rollout ${rollout} was planned with the configuration [0-9a-f]{8}, and the files`,
      ),
    });
    expect(told).toEqual([rollout]);
    const fleet = await world.fleet(`# The same\n${GROUP}`);
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'rolling', states: { approved: 4 } });
    expect(await writesOf(world)).toEqual([0, 0, 0, 0]);
    expect(await fleet.work({ untilDone: true })).toBe(4);
    expect(await writesOf(world)).toEqual([1, 1, 1, 1]);
  });

  it('a worker with other files runs its own rollout, and status names the missing worker', async () => {
    const world = await aFleetWorld(await place.database(), 4);
    const rollout = await begun(world, { hubIds: [2001, 2002] });
    const other = await world.fleet(OTHER);
    const own = await other.plan({ soakMs: 0, waves: '100%', hubIds: [2003, 2004] });
    await other.approve(own, { all: true, by: 'ann' });
    await other.rollout(own);
    const stop = new AbortController();
    const working = other.work({ signal: stop.signal });
    while ((await other.status(own)).phase !== 'done') await sleep(10);
    expect((await other.status(rollout)).waitsFor).toEqual({ what: 'worker', until: null });
    stop.abort();
    await working;
    expect((await other.status(own)).states).toEqual({ applied: 2 });
    expect((await other.status(rollout)).states).toEqual({ approved: 2 });
  });

  it('any worker may run drift, reverts and rollouts without a digest', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 2);
    const fleet = await world.fleet();
    const first = await begun(world);
    await fleet.work({ untilDone: true });
    await fleet.drift();
    await fleet.revert(first);
    const kinds = await database.query<{ kind: string; digest: string | null }>(
      ({ sql, of }) => sql`select kind, digest from ${of('rollout')} order by created_at`,
    );
    const digest = expect.stringMatching(/^[0-9a-f]{20}$/);
    expect(kinds).toEqual([
      { kind: 'apply', digest },
      { kind: 'drift', digest: null },
      { kind: 'revert', digest: null },
    ]);
    const older = await place.database();
    const before = await aFleetWorld(older, 2);
    const rollout = await begun(before, { waves: '100%' });
    await older.query(({ sql, of }) => sql`update ${of('rollout')} set digest = null`);
    expect(await (await before.fleet(OTHER)).work({ untilDone: true })).toBe(2);
    expect((await (await before.fleet()).status(rollout)).phase).toBe('done');
  });

  it('a planning with other files goes on nowhere', async () => {
    const world = await aFleetWorld(await place.database(), 2);
    const [fleet, other] = [await world.fleet(GROUP, { tokens: () => async () => 'none' }), await world.fleet(OTHER)];
    const rollout = await fleet.plan();
    await expect(other.plan({ resume: rollout })).rejects.toMatchObject({ code: 'configuration-differs' });
    expect((await fleet.status(rollout)).states).toEqual({ failed: 2 });
    await (await world.fleet()).plan({ resume: rollout });
    expect((await fleet.status(rollout)).states).toEqual({ waiting: 2 });
  });

  it('an account uninstalled during its run is skipped, and the others are applied', async () => {
    const world = await aFleetWorld(await place.database(), 4);
    const rollout = await begun(world, { waves: '100%' });
    const fleet = await world.fleet(GROUP, {
      tokens: (hubId) => async () => {
        if (hubId === 2002) {
          world.change(2002, { state: 'uninstalled' });
          throw new Error('its token is gone');
        }
        return tokenOf(hubId);
      },
    });
    await fleet.work({ untilDone: true });
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'done', states: { applied: 3, skipped: 1 } });
    expect(await writesOf(world)).toEqual([1, 0, 1, 1]);
  });

  it('an abort during a soak starts no other wave', async () => {
    const world = await aFleetWorld(await place.database(), 4);
    const rollout = await begun(world, { soakMs: 60_000 });
    const fleet = await world.fleet();
    const stop = new AbortController();
    const working = fleet.work({ signal: stop.signal });
    while ((await fleet.status(rollout)).phase !== 'soaking') await sleep(10);
    await fleet.abort(rollout);
    stop.abort();
    await working;
    expect(await fleet.work({ untilDone: true })).toBe(0);
    expect((await fleet.status(rollout)).phase).toBe('aborted');
    expect((await writesOf(world)).filter((writes) => writes > 0)).toHaveLength(2);
  });

  it('workers whose clocks are hours apart take nothing from each other', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 8);
    const rollout = await begun(world);
    const off = (ms: number): Clock => ({ ...systemClock, now: () => systemClock.now() + ms });
    const fleets = await Promise.all(
      [-3_600_000, 0, 3_600_000].map((ms) => world.fleet(GROUP, { database: { ...database, clock: off(ms) } })),
    );
    const counts = await Promise.all(fleets.map((fleet) => fleet.work({ untilDone: true, slots: 2 })));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(8);
    expect((await (await world.fleet()).status(rollout)).states).toEqual({ applied: 8 });
    expect(await writesOf(world)).toEqual(world.accounts.map(() => 1));
  });

  it('nothing begins after a pause is told, however often it is paused in the middle', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 24);
    const rollout = await begun(world, { waves: '100%' });
    const fleet = await world.fleet();
    const stop = new AbortController();
    const workers = await Promise.all([1, 2].map(() => world.fleet()));
    const working = workers.map((one) => one.work({ slots: 2, signal: stop.signal }));
    const attempts = async () => (await fleet.read.accounts(rollout)).reduce((sum, one) => sum + one.attempts, 0);
    for (let at = 1; at < 24; at += 4) {
      await expect.poll(attempts, { interval: 5 }).toBeGreaterThanOrEqual(at);
      if ((await fleet.status(rollout)).phase !== 'rolling') break;
      await fleet.pause(rollout);
      const before = await attempts();
      await sleep(150);
      expect(await attempts()).toBe(before);
      await fleet.resume(rollout);
    }
    await expect.poll(async () => (await fleet.status(rollout)).phase, { timeout: 70_000 }).toBe('done');
    stop.abort();
    await Promise.all(working);
    expect(await writesOf(world)).toEqual(world.accounts.map(() => 1));
  });

  it('an account that is given out again while its worker lives is changed once', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 4);
    const rollout = await begun(world, { waves: '100%' });
    const held = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const { transport } = world.service;
    const slow = await world.fleet(GROUP, {
      transport: {
        async send(request, options) {
          if (request.method === 'POST') {
            isHeld.resolve();
            await held.promise;
          }
          return transport.send(request, options);
        },
        close: transport.close,
      },
    });
    const first = slow.work({ untilDone: true });
    await isHeld.promise;
    await endWorkers(database);
    const second = (await world.fleet()).work({ untilDone: true });
    await expect.poll(async () => (await slow.read.account(rollout, 2001))?.workersLost).toBe(1);
    held.resolve();
    await Promise.all([first, second]);
    const { phase, states } = await slow.status(rollout);
    expect([phase, states]).toEqual(['done', { applied: 4 }]);
    expect(await writesOf(world)).toEqual([1, 1, 1, 1]);
  });

  it('keys change from old to new, and every token still opens', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 4);
    const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
    const [old, fresh] = [key('old'), key('new')];
    const before = environmentKeys({ TRUEUP_FLEET_KEYS: old });
    const both = environmentKeys({ TRUEUP_FLEET_KEYS: `${fresh},${old}` });
    const after = environmentKeys({ TRUEUP_FLEET_KEYS: fresh });
    for (const { hubId, labels } of world.accounts) {
      const installation = { hubId, appId: '2001', refreshToken: `refresh-${hubId}`, scopes: [], labels };
      await installations({ database, keys: before }).installed(installation);
    }
    const apps = { '2001': { clientId: 'app', clientSecret: secret('of-the-app') } };
    const tokensWith = (keys: typeof before) =>
      accountTokens({
        ...{ database, keys, apps, clock: systemClock, newId: randomUUID },
        issue: async (form) => {
          const refreshed = 'refresh_token' in form ? String(form.refresh_token) : '';
          const access = tokenOf(Number(refreshed.slice(-4)));
          return { access_token: access, refresh_token: refreshed, expires_in: 1_800, token_type: 'bearer' };
        },
      });
    const known = installations({ database, keys: both });
    const rollout = await begun(world, { soakMs: 600_000 });
    const first = await world.fleet(GROUP, {
      installations: known,
      tokens: tokensWith(before),
    });
    await afterFirstWave({ fleet: first, rollout, database }, async () =>
      expect(await known.reseal()).toMatchObject({ failed: [] }),
    );
    await (await world.fleet(GROUP, { installations: known, tokens: tokensWith(after) })).work({ untilDone: true });
    expect((await first.status(rollout)).states).toEqual({ applied: 4 });
    // A process without the new key names the missing key.
    await expect(tokensWith(before)(2001)({ rejected: false })).rejects.toMatchObject({ code: 'fleet-key-unknown' });
  });

  it('tables that are gone are told of, and the accounts stay as they are', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 4);
    const rollout = await begun(world);
    await database.query(({ sql, of }) => sql`drop table ${of('target')}`);
    const fleet = await world.fleet();
    const told = await fleet.work({ untilDone: true }).catch((error: unknown) => error);
    expect(told).toBeInstanceOf(DatabaseError);
    expect(told).toMatchObject({ code: 'database-unusable', state: '42P01' });
    await expect(fleet.status(rollout)).rejects.toMatchObject({ code: 'database-unusable' });
    expect(await writesOf(world)).toEqual([0, 0, 0, 0]);
  });
});
