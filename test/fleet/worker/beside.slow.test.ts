/** Tests of parallel workers and of the accounts that each reports. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TransportError } from '../../../src/errors.ts';
import { BACKENDS, type Backend, backend } from '../databases.ts';
import { watched } from '../ledger/watched.ts';
import { aFleetWorld, type FleetWorld, GROUP, tokenOf } from '../world.ts';

describe.each(BACKENDS)('workers on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  /** Planned and approved, with its only wave open. */
  async function begun(world: FleetWorld) {
    const fleet = await world.fleet();
    const rollout = await fleet.plan({ waves: '100%', soakMs: 0 });
    await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
    await fleet.rollout(rollout);
    return { fleet, rollout };
  }

  it('leave the running accounts of other workers', async () => {
    const world = await aFleetWorld(await place.database(), 6);
    const { fleet, rollout } = await begun(world);
    const held = Promise.withResolvers<void>();
    const { transport } = world.service;
    const slow = await world.fleet(GROUP, {
      transport: {
        send: (request, how) => held.promise.then(() => transport.send(request, how)),
        close: transport.close,
      },
    });
    const until = async (isSo: (states: Readonly<Record<string, number>>) => boolean) => {
      while (!isSo({ applied: 0, running: 0, ...(await fleet.status(rollout)).states }))
        await new Promise((done) => setTimeout(done, 5));
    };
    const first = slow.work({ untilDone: true, slots: 3 });
    await until(({ running }) => running === 3);
    const second = fleet.work({ untilDone: true, slots: 3 });
    await until(({ applied = 0 }) => applied >= 3);
    expect((await fleet.status(rollout)).states).toEqual({ applied: 3, running: 3 });
    held.resolve();
    expect([await first, await second]).toEqual([3, 3]);
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'done', states: { applied: 6 } });
    expect(new Set((await fleet.read.accounts(rollout)).map(({ attempts }) => attempts))).toEqual(new Set([1]));
    for (const { hubId } of world.accounts) expect(await world.writes(hubId)).toHaveLength(1);
  });

  it('count an account once, however often it was put off', async () => {
    const world = await aFleetWorld(await place.database(), 3);
    const { rollout } = await begun(world);
    let refusals = 2;
    const fleet = await world.fleet(GROUP, {
      tokens: (hubId) => async () => {
        if (hubId !== 2002 || refusals === 0) return tokenOf(hubId);
        refusals -= 1;
        throw new TransportError('away', 'Away for a moment.', { sent: 'no', retryAfterMs: 1 });
      },
    });
    expect(await fleet.work({ untilDone: true })).toBe(3);
    expect(await fleet.read.account(rollout, 2002)).toMatchObject({ state: 'applied', attempts: 3 });
  });

  it('wait for nothing while there is something to do', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 12);
    await begun(world);
    // All accounts in hand have ended when the look at the rollouts is over.
    const slow = watched(database, async ({ text, send }) => {
      if (text.startsWith('select id, digest')) await sleep(700);
      return send();
    });
    const fleet = await world.fleet(GROUP, { pollMs: 3_600_000, database: slow });
    expect(await fleet.work({ untilDone: true, slots: 3 })).toBe(12);
  });
});
