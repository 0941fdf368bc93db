/** Tests of missing queues, as after a restore of only the tables. A worker creates and fills them from the rows. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/fleet/database/database.ts';
import { queueSchema } from '../../../src/fleet/database/parts.ts';
import { BACKENDS, type Backend, backend } from '../databases.ts';
import { aFleetWorld, type FleetWorld } from '../world.ts';

/** Repeats it while PostgreSQL chooses it as the victim of a deadlock: statements of the fleet lock the same tables. */
async function dropQueues({ schema, query }: Database): Promise<void> {
  await expect
    .poll(() =>
      query(({ sql }) => sql`drop schema ${sql.id(queueSchema(schema))} cascade`).then(
        () => 'dropped',
        ({ message }) => message,
      ),
    )
    .toBe('dropped');
}

describe.each(BACKENDS)('a fleet on %s whose queues were dropped', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  async function begun(world: FleetWorld, how: object = {}) {
    const fleet = await world.fleet();
    const rollout = await fleet.plan({ waves: '50%,100%', soakMs: 0, ...how });
    await fleet.approve(rollout, { all: true, by: 'ann' });
    await fleet.rollout(rollout);
    return { fleet, rollout };
  }

  const writesOf = (world: FleetWorld) =>
    Promise.all(world.accounts.map(async ({ hubId }) => (await world.writes(hubId)).length));

  it('goes on with the next worker', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 6);
    const { fleet, rollout } = await begun(world);
    await dropQueues(database);
    expect(await fleet.work({ untilDone: true })).toBe(6);
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'done', states: { applied: 6 } });
    expect(await writesOf(world)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('goes on under a worker that runs, and changes nothing twice', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 8);
    const { fleet, rollout } = await begun(world);
    const { transport } = world.service;
    const slow = await world.fleet(undefined, {
      transport: {
        send: async (request, options) => {
          await sleep(20);
          return transport.send(request, options);
        },
        close: transport.close,
      },
    });
    const working = slow.work({ untilDone: true, slots: 2 });
    await expect.poll(async () => (await fleet.status(rollout)).states.running ?? 0).toBeGreaterThan(0);
    await dropQueues(database);
    await working;
    const { phase, states } = await fleet.status(rollout);
    expect([phase, states]).toEqual(['done', { applied: 8 }]);
    expect(await writesOf(world)).toEqual(world.accounts.map(() => 1));
  });

  it('is planned on, resumed and retried', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 4);
    const stop = new AbortController();
    const cut = await world.fleet(undefined, {
      account() {
        stop.abort();
        return { baseUrl: 'http://127.0.0.1' };
      },
    });
    const rollout = await cut.plan({ slots: 1, waves: '100%', signal: stop.signal });
    await dropQueues(database);
    const fleet = await world.fleet();
    await fleet.plan({ resume: rollout });
    await fleet.approve(rollout, { all: true, by: 'ann' });
    await dropQueues(database);
    await expect
      .poll(() =>
        fleet.rollout(rollout).then(
          () => 'started',
          ({ code }) => code,
        ),
      )
      .toBe('started');
    await fleet.pause(rollout);
    await dropQueues(database);
    await expect
      .poll(() =>
        fleet.resume(rollout).then(
          () => 'resumed',
          ({ code }) => code,
        ),
      )
      .toBe('resumed');
    expect(await fleet.work({ untilDone: true })).toBe(4);
  });
});
