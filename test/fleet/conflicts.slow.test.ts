/** Tests of accounts that change between a worker's plan and its apply. They are planned again after a pause. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/client/index.ts';
import type { Transport } from '../../src/contract/http.ts';
import { type Fleet, type FleetOptions, postgresStore } from '../../src/fleet/index.ts';
import { createReconciler, parseProject } from '../../src/index.ts';
import { BACKENDS, type Backend, backend } from './databases.ts';
import { watched } from './ledger/watched.ts';
import { aFleetWorld, type FleetWorld, GROUP, tokenOf } from './world.ts';

const DATED: Partial<FleetOptions> = { account: () => ({ baseUrl: 'http://127.0.0.1', surface: 'dated' }) };

async function begun(fleet: Fleet): Promise<string> {
  const rollout = await fleet.plan({ waves: '100%', soakMs: 0 });
  await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
  await fleet.rollout(rollout);
  return rollout;
}

describe.each(BACKENDS)('conflicts in a fleet on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  /** The files, applied by a person, to the ledger that the fleet keeps of the account. */
  async function applyByHand({ service: { transport } }: FleetWorld, database: FleetOptions['database']) {
    const parts = { database, clock: systemClock, newId: randomUUID };
    const hand = createReconciler({
      config: parseProject([
        {
          path: 'trueup.yaml',
          text: `version: 1\naccounts: { account-2001: { hubId: 2001, baseUrl: "http://127.0.0.1", surface: dated } }\n${GROUP}`,
        },
      ]),
      ledger: postgresStore({ ...parts, name: 'account-2001' }),
      fetchToken: async () => tokenOf(2001),
      transport,
    });
    const { summary } = await hand.apply(await hand.plan());
    return summary.applied;
  }

  it('an account is planned again if its ledger changed after the plan', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 1);
    let applied: number | undefined;
    const overtaken = watched(database, async ({ text, send }) => {
      // The plan is made, and it is asked whether it is approved.
      if (applied === undefined && /^select sample/.test(text)) applied = await applyByHand(world, database);
      return send();
    });
    const fleet = await world.fleet(GROUP, { ...DATED, database: overtaken });
    const rollout = await begun(fleet);
    await fleet.work({ untilDone: true });
    expect(applied).toBe(1);
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'done', states: { unchanged: 1 } });
    expect(await fleet.read.account(rollout, 2001)).toMatchObject({ attempts: 2 });
    expect(await world.writes(2001)).toHaveLength(1);
  });

  it('an account with unstable reads is retried once at once, then after a pause', async () => {
    const world = await aFleetWorld(await place.database(), 1);
    const first = await world.fleet(GROUP, DATED);
    await begun(first);
    await first.work({ untilDone: true });
    let reads: number | undefined;
    const flipping: Transport = {
      async send(request) {
        const reply = await world.service.transport.send(request);
        if (reads === undefined || request.method !== 'GET' || !request.url.includes('/groups')) return reply;
        reads += 1;
        return reads % 2 === 1 ? reply : { ...reply, body: String(reply.body).replaceAll('"Loyalty"', '"Other"') };
      },
      close: async () => undefined,
    };
    const points = GROUP.replace('displayName: Loyalty', 'displayName: Points');
    const fleet = await world.fleet(points, { ...DATED, transport: flipping });
    const rollout = await begun(fleet);
    reads = 0;
    const stop = new AbortController();
    const working = fleet.work({ signal: stop.signal });
    const account = () => fleet.read.account(rollout, 2001);
    await expect.poll(account).toMatchObject({ state: 'deferred', because: 'conflict', attempts: 2 });
    stop.abort();
    await working;
    expect(await account()).toMatchObject({ attempts: 2 });
    expect(await world.writes(2001)).toHaveLength(1);
  });

  it('an account deferred before its first run has moved if its plan shrank', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 1);
    let applied: Promise<number> | undefined;
    const limiting: Transport = {
      async send(request) {
        if (applied !== undefined) return applied.then(() => world.service.transport.send(request));
        applied = applyByHand(world, database);
        await applied;
        return { status: 429, headers: { 'retry-after': '1' }, body: '{}' };
      },
      close: async () => undefined,
    };
    const two = GROUP.replace('Loyalty }', 'Loyalty }, extra: { displayName: Extra }');
    const rollout = await begun(await world.fleet(two, DATED));
    const fleet = await world.fleet(two, { ...DATED, transport: limiting });
    await fleet.work({ untilDone: true });
    expect(await applied).toBe(1);
    expect(await fleet.read.account(rollout, 2001)).toMatchObject({ state: 'moved', attempts: 2 });
    expect(await world.writes(2001)).toHaveLength(1);
  });
});
