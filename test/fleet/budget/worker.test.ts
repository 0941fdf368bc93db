import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/contract/http.ts';
import { BACKENDS, type Backend, backend } from '../databases.ts';
import { aFleetWorld, type FleetWorld, GROUP, tokenOf } from '../world.ts';

describe.each(BACKENDS)('workers with limits of calls on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  async function begun(world: FleetWorld, how: object = {}): Promise<string> {
    const fleet = await world.fleet();
    const rollout = await fleet.plan({ soakMs: 0, waves: '100%', ...how });
    await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
    await fleet.rollout(rollout);
    return rollout;
  }

  it('make no more calls than the budget gives them, as the service counts them', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 16);
    const rollout = await begun(world);
    const before = (await world.service.calls()).length;
    const budget = { calls: 30, perMs: 1_000 };
    const fleet = await world.fleet(GROUP, { budgets: { all: budget } });
    const start = performance.now();
    await fleet.work({ untilDone: true, slots: 2 });
    const elapsed = performance.now() - start;
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'done', states: { applied: 16 } });
    const calls = (await world.service.calls()).length - before;
    const each = calls / 16;
    // A full bucket, what was filled in, and the last account, which takes it below zero.
    expect(calls).toBeLessThanOrEqual(budget.calls + (elapsed * budget.calls) / budget.perMs + 3 * each);
    expect(calls).toBeGreaterThan(2 * budget.calls);
  });

  it('put off the account alone whose limit of the day is used up, and go on with others of its app', async () => {
    const world = await aFleetWorld(await place.database(), 4);
    const rollout = await begun(world, { patienceMs: 3_000, maxFailedPercent: 100 });
    const { transport: service } = world.service;
    const body = JSON.stringify({ status: 'error', errorType: 'RATE_LIMIT', policyName: 'DAILY', message: 'Limit.' });
    const transport: Transport = {
      send: async (request) =>
        request.headers['authorization'] === `Bearer ${tokenOf(2002)}` && request.url.includes('/properties/')
          ? { status: 429, headers: {}, body }
          : service.send(request),
      close: () => service.close(),
    };
    const fleet = await world.fleet(GROUP, { transport, budgets: { app: { calls: 1_000, perMs: 1_000 } } });
    await fleet.work({ untilDone: true });
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'done', states: { applied: 3, failed: 1 } });
    expect(await fleet.retry(rollout, 'rate')).toBe(1);
    await fleet.resume(rollout);
    await (await world.fleet()).work({ untilDone: true });
    expect((await fleet.status(rollout)).states).toEqual({ applied: 4 });
  });
});
