import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transport } from '../../src/contract/http.ts';
import { BACKENDS, type Backend, backend } from './databases.ts';
import { aFleetWorld, GROUP, tokenOf } from './world.ts';

describe.each(BACKENDS)('a daily limit on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  it('puts off its account alone, and others of its app go on', async () => {
    const world = await aFleetWorld(await place.database(), 4);
    const planner = await world.fleet();
    const rollout = await planner.plan({ soakMs: 0, waves: '100%', patienceMs: 3_000, maxFailedPercent: 100 });
    await planner.approve(rollout, { all: true, by: 'ann' });
    await planner.rollout(rollout);
    const { transport: service } = world.service;
    const body = JSON.stringify({ status: 'error', errorType: 'RATE_LIMIT', policyName: 'DAILY', message: 'Limit.' });
    const transport: Transport = {
      send: async (request) =>
        request.headers['authorization'] === `Bearer ${tokenOf(2002)}` && request.url.includes('/properties/')
          ? { status: 429, headers: {}, body }
          : service.send(request),
      close: () => service.close(),
    };
    const fleet = await world.fleet(GROUP, { transport });
    await fleet.work({ untilDone: true });
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'done', states: { applied: 3, failed: 1 } });
    expect(await fleet.retry(rollout, 'rate')).toBe(1);
    await fleet.resume(rollout);
    await (await world.fleet()).work({ untilDone: true });
    expect((await fleet.status(rollout)).states).toEqual({ applied: 4 });
  });
});
