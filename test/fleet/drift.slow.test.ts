import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fleet } from '../../src/fleet/index.ts';
import { BACKENDS, type Backend, backend } from './databases.ts';
import { aFleetWorld } from './world.ts';

const TIER = `objects:
  contacts:
    groups:
      contactinformation:
        properties: { tier: { label: Tier, type: string, fieldType: text } }
`;
const HOLDING = { account: () => ({ baseUrl: 'http://127.0.0.1' }) };

describe.each(BACKENDS)('the drift of a fleet on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  async function applied(size: number) {
    const world = await aFleetWorld(await place.database(), size);
    const fleet = await world.fleet(TIER, HOLDING);
    const rollout = await fleet.plan({ soakMs: 0, waves: '100%' });
    await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
    await fleet.rollout(rollout);
    await fleet.work({ untilDone: true });
    return { world, fleet };
  }

  const standings = async (fleet: Fleet, rollout: string) =>
    (await fleet.clusters(rollout)).map(({ standing, accounts, drift }) => ({ standing, accounts, drift }));

  it('is told once for all accounts that drifted alike, and changes nothing', async () => {
    const { world, fleet } = await applied(5);
    const writes = await world.writes(2002);
    for (const hubId of [2002, 2004]) {
      await world.service.admin(hubId).editProperty('contacts', 'tier', { label: 'Theirs' });
    }
    const rollout = await fleet.drift({ by: 'night', note: 'v1' });
    expect(await fleet.status(rollout)).toMatchObject({
      kind: 'drift',
      phase: 'done',
      by: 'night',
      note: 'v1',
      waitsFor: null,
      states: { unchanged: 3, drifted: 2 },
    });
    expect(await standings(fleet, rollout)).toEqual([
      { standing: 'empty', accounts: 3, drift: { drifted: 0, gone: 0, unseen: 0 } },
      { standing: 'drifted', accounts: 2, drift: { drifted: 1, gone: 0, unseen: 0 } },
    ]);
    const shape = (await fleet.clusters(rollout))[1]?.shape ?? '';
    expect(await fleet.sample(rollout, shape)).toMatchObject({
      format: 'trueup.drift/1',
      account: { hubId: 2002 },
      summary: { drifted: 1 },
    });
    expect(await world.writes(2002)).toEqual(writes);
    expect((await fleet.events(rollout)).map(({ detail }) => detail)).toEqual([
      { kind: 'plan', by: 'night' },
      { kind: 'compared' },
      { kind: 'done' },
    ]);
  });

  it('has nothing to approve, to roll out or to try again', async () => {
    const { fleet } = await applied(1);
    const rollout = await fleet.drift();
    const refused = { code: 'rollout-refused' };
    await expect(fleet.approve(rollout, { names: [], all: true, by: 'ann' })).rejects.toMatchObject(refused);
    await expect(fleet.rollout(rollout)).rejects.toMatchObject(refused);
    await expect(fleet.resume(rollout)).rejects.toMatchObject(refused);
    await expect(fleet.plan({ resume: rollout })).rejects.toMatchObject(refused);
    await expect(fleet.revert(rollout)).rejects.toMatchObject(refused);
    expect(await fleet.retry(rollout)).toBe(0);
    expect(await fleet.work({ untilDone: true })).toBe(0);
  });

  it('reports held drift like other drift, and accounts that it could not compare', async () => {
    const { world } = await applied(3);
    await world.service.admin(2001).editProperty('contacts', 'tier', { label: 'Theirs' });
    world.change(2003, { state: 'revoked' });
    // The renamed account has another ledger, which is empty.
    const fleet = await world.fleet(TIER, {
      account: ({ hubId }) => ({
        baseUrl: 'http://127.0.0.1',
        drift: 'hold',
        ...(hubId === 2002 ? { name: 'renamed' } : {}),
      }),
    });
    const rollout = await fleet.drift();
    expect((await fleet.status(rollout)).states).toEqual({ drifted: 1, unverified: 1, skipped: 1 });
    const drift = { drifted: 0, gone: 0, unseen: 0 };
    expect(await standings(fleet, rollout)).toEqual(
      expect.arrayContaining([
        { standing: 'drifted', accounts: 1, drift: { ...drift, drifted: 1 } },
        { standing: 'unverified', accounts: 1, drift },
      ]),
    );
  });
});
