/** Rollouts of what belongs to an app, which all accounts share: one account does it, and for the others it is done. */

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Transport } from '../../src/contract/http.ts';
import type { Database } from '../../src/fleet/database/database.ts';
import type { Fleet } from '../../src/fleet/index.ts';
import { APP, type AppWorld, anAppWorld, withWebhooks } from './app-world.ts';
import { BACKENDS, type Backend, backend, forget } from './databases.ts';
import { connectionLost, watched } from './ledger/watched.ts';

const CREATED = 'eventType: contact.creation, active: true';
const CHANGED = 'eventType: contact.propertyChange, propertyName: tier, active: true';
const FIRST = withWebhooks('Tier', CREATED, CHANGED);

async function begun(fleet: Fleet): Promise<string> {
  const rollout = await fleet.plan({ waves: '100%', soakMs: 0 });
  await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
  await fleet.rollout(rollout);
  return rollout;
}

async function done(fleet: Fleet, slots = 4): Promise<string> {
  const rollout = await begun(fleet);
  await fleet.work({ untilDone: true, slots });
  return rollout;
}

/** Checks that each account was changed exactly this many times. */
async function expectOnce(world: AppWorld, times: number): Promise<void> {
  const writes = await world.accountWrites();
  expect(Object.values(writes).map((own) => own.length)).toEqual(world.hubs.map(() => times));
}

describe.each(BACKENDS)('the resources of an app, on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  it.each([
    [8, 1, 'dated'],
    [8, 4, 'dated'],
    [8, 4, 'documented'],
    [16, 16, 'dated'],
  ] as const)(
    'is created once, and %i accounts are applied by %i slots on the %s surface',
    async (size, slots, surface) => {
      const world = await anAppWorld(await place.database(), size);
      const fleet = await world.fleet(FIRST, { account: () => ({ baseUrl: 'http://127.0.0.1', surface }) });
      const rollout = await done(fleet, slots);
      expect(await fleet.status(rollout)).toMatchObject({ phase: 'done', states: { applied: size } });
      expect(await world.appWrites()).toHaveLength(2);
      await expectOnce(world, 2);
      expect((await fleet.clusters(await fleet.plan())).map(({ standing, accounts }) => [standing, accounts])).toEqual([
        ['empty', size],
      ]);
    },
  );

  it('are locked only by accounts whose plans change them', async () => {
    const world = await anAppWorld(await place.database(), 8);
    await done(await world.fleet(FIRST));
    const key = `app@${APP}`;
    expect(world.locked).toContain(key);
    const before = world.locked.length;
    const relabelled = await world.fleet(withWebhooks('Level', CREATED, CHANGED));
    const second = await done(relabelled);
    expect(await relabelled.status(second)).toMatchObject({ phase: 'done', states: { applied: 8 } });
    expect(world.locked.slice(before).filter((one) => one === key)).toEqual([]);
    expect(world.locked.length).toBe(before + 8);
    await expectOnce(world, 3);

    const switched = await world.fleet(withWebhooks('Level', CREATED, CHANGED.replace('true', 'false')));
    const third = await done(switched);
    const { phase, states } = await switched.status(third);
    expect([phase, (states.applied ?? 0) >= 1, (states.applied ?? 0) + (states.unchanged ?? 0)]).toEqual([
      'done',
      true,
      8,
    ]);
    expect(world.locked.slice(before)).toContain(key);
    expect((await world.appWrites()).map((write) => write.split(' ')[0])).toEqual(['POST', 'POST', 'PATCH']);
    await expectOnce(world, 3);
  });

  it('are reported as moved after an edit of a colleague, and are not overwritten', async () => {
    const world = await anAppWorld(await place.database(), 4);
    await done(await world.fleet(FIRST));
    const fleet = await world.fleet(withWebhooks('Level', CREATED, CHANGED));
    const rollout = await begun(fleet);
    const [hub = 0] = world.hubs;
    const active = async () => (await world.service.snapshot(hub)).subscriptions.map((one) => one.active);
    const [first] = (await world.service.snapshot(hub)).subscriptions;
    await world.service.admin(hub).editSubscription(String(first?.id), { active: false });
    const writes = await world.appWrites();
    await fleet.work({ untilDone: true, slots: 2 });
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'done', states: { moved: 4 } });
    expect([await active(), await world.appWrites()]).toEqual([[false, true], writes]);
    await expectOnce(world, 2);
  });

  it('are settled once by the next account if the worker died', async () => {
    const database = await place.database();
    const world = await anAppWorld(database, 6);
    const over = Promise.withResolvers<never>();
    over.promise.catch(() => undefined);
    let isDead = false;
    const cut: Database = {
      ...watched(database, ({ send }) => (isDead ? over.promise : send())),
      queue: { ...database.queue, touch: (jobs) => (isDead ? over.promise : database.queue.touch(jobs)) },
    };
    const transport: Transport = {
      async send(request, options) {
        const reply = await world.service.transport.send(request, options);
        isDead ||= request.method === 'POST' && request.url.includes('/webhooks/');
        return isDead ? over.promise : reply;
      },
      close: async () => undefined,
    };
    const dying = await world.fleet(FIRST, { database: cut, transport });
    onTestFinished(() => over.reject(connectionLost()));
    const rollout = await begun(dying);
    dying.work({ slots: 3, signal: AbortSignal.timeout(60_000) }).catch(() => undefined);
    await expect.poll(() => isDead).toBe(true);
    // The two creates may be under way together; then the account that made them has nothing left to do.
    expect((await world.appWrites()).length).toBeGreaterThan(0);
    const fleet = await world.fleet(FIRST);
    await forget(database);
    await fleet.work({ untilDone: true, slots: 3 });
    const { phase, states } = await fleet.status(rollout);
    expect([phase, (states.applied ?? 0) + (states.unchanged ?? 0)]).toEqual(['done', 6]);
    expect(await world.appWrites()).toHaveLength(2);
    await expectOnce(world, 2);
  });

  it('are reverted once by any account if the original account is gone', async () => {
    const world = await anAppWorld(await place.database(), 4);
    const [doer = 0, other = 0] = world.hubs;
    const subscriptions = async () =>
      (await world.service.snapshot(other)).subscriptions
        .map(({ eventType, active }) => `${eventType} ${active}`)
        .sort();
    await done(await world.fleet(withWebhooks('Tier', CREATED)));
    const before = await subscriptions();
    const fleet = await world.fleet(withWebhooks('Level', CREATED.replace('true', 'false'), CHANGED));
    const rollout = await done(fleet, 1);
    expect(await subscriptions()).toEqual(['contact.creation false', 'contact.propertyChange true']);
    const writes = (await world.appWrites()).length;

    await world.uninstall(doer);
    const revert = await fleet.revert(rollout, { waves: '100%', soakMs: 0 });
    const [cluster, ...others] = await fleet.clusters(revert);
    expect([cluster, others]).toMatchObject([{ accounts: 3, standing: 'risky' }, []]);
    await fleet.approve(revert, { names: [cluster?.shape ?? ''], by: 'ann' });
    await fleet.rollout(revert);
    await fleet.work({ untilDone: true, slots: 3 });
    expect((await fleet.status(revert)).states).toEqual({ skipped: 1, applied: 3 });
    expect(await subscriptions()).toEqual(before);
    expect((await world.appWrites()).length).toBe(writes + 2);
  });

  it('are reverted by an idle account if every other account lost the app', async () => {
    const world = await anAppWorld(await place.database(), 3);
    const [other = 0] = world.hubs;
    const events = async () => (await world.service.snapshot(other)).subscriptions.map(({ eventType }) => eventType);
    // Opens the fleet with files that do not declare the app.
    const before = await world.fleet(withWebhooks('Tier').replace(/webhooks:.*/s, ''));
    const fleet = await world.fleet(withWebhooks('Tier', CREATED, CHANGED));
    const rollout = await fleet.plan({ waves: '1,100%', soakMs: 600_000 });
    await fleet.approve(rollout, { all: true, by: 'ann' });
    await fleet.rollout(rollout);
    const stop = new AbortController();
    const working = fleet.work({ signal: stop.signal });
    await expect.poll(async () => (await fleet.status(rollout)).phase).toBe('soaking');
    stop.abort();
    await working;
    await fleet.abort(rollout);
    expect((await events()).length).toBe(2);

    const [ran] = await fleet.read.accounts(rollout, { state: 'applied' });
    await world.uninstall(ran?.hubId ?? 0);
    const revert = await before.revert(rollout, { waves: '100%', soakMs: 0 });
    const clusters = await before.clusters(revert);
    expect(clusters).toMatchObject([{ accounts: 1, standing: 'risky', actions: { remove: 2 } }]);
    await before.approve(revert, { names: clusters.map(({ shape }) => shape), by: 'ann' });
    await before.rollout(revert);
    await before.work({ untilDone: true });
    expect((await before.status(revert)).states).toEqual({ skipped: 1, applied: 1 });
    expect(await events()).toEqual([]);
  });
});
