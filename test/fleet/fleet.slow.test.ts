import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS, type Backend, backend } from './databases.ts';
import { aFleetWorld, GROUP, tokenOf } from './world.ts';

const NOW = { soakMs: 0, waves: '10%,100%' } as const;

describe.each(BACKENDS)('a fleet on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  it('plans all accounts, shows each shape once, and changes only approved accounts', async () => {
    const world = await aFleetWorld(await place.database(), 6);
    const fleet = await world.fleet();
    const rollout = await fleet.plan(NOW);
    const clusters = await fleet.clusters(rollout);
    expect(clusters).toEqual([
      {
        shape: expect.stringMatching(/^[0-9a-f]{20}$/),
        standing: 'safe',
        actions: { create: 1 },
        severities: [],
        risks: [],
        sampleHub: 2001,
        approvedBy: null,
        drift: null,
        accounts: 6,
        waiting: 6,
      },
    ]);
    await expect(fleet.rollout(rollout)).rejects.toMatchObject({
      code: 'rollout-refused',
      message: 'The rollout has no account that is approved, so it cannot start.',
    });
    expect(await fleet.work({ untilDone: true })).toBe(0);
    expect(await world.writes(2001)).toEqual([]);
    expect((await fleet.sample(rollout, clusters[0]?.shape ?? ''))?.account.hubId).toBe(2001);
  });

  it('rolls approved plans out in waves, each account once, until all are applied', async () => {
    const world = await aFleetWorld(await place.database(), 10);
    const fleet = await world.fleet();
    const rollout = await fleet.plan(NOW);
    await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
    await fleet.rollout(rollout);
    expect(await fleet.work({ untilDone: true })).toBe(10);
    expect(await fleet.status(rollout)).toMatchObject({
      rollout,
      phase: 'done',
      wave: 2,
      waves: [
        { takes: '10%', states: { applied: 1 } },
        { takes: '100%', states: { applied: 9 } },
      ],
      states: { applied: 10 },
    });
    for (const { hubId } of world.accounts) expect(await world.writes(hubId)).toHaveLength(1);
    expect((await fleet.events(rollout)).map(({ detail }) => detail)).toEqual([
      { kind: 'plan' },
      { kind: 'planned' },
      { kind: 'approve', by: 'ann', message: expect.stringMatching(/^cluster [0-9a-f]{8} for 10 accounts$/) },
      { kind: 'start' },
      { kind: 'start-wave', wave: 0 },
      { kind: 'wave-ended', wave: 0 },
      { kind: 'start-wave', wave: 1 },
      { kind: 'wave-ended', wave: 1 },
      { kind: 'done' },
    ]);
    const again = await fleet.plan(NOW);
    expect(await fleet.clusters(again)).toMatchObject([{ standing: 'empty', accounts: 10 }]);
    await fleet.rollout(again);
    expect(await fleet.work({ untilDone: true })).toBe(10);
    expect((await fleet.status(again)).states).toEqual({ unchanged: 10 });
  });

  it('skips an account with a changed plan and an account that was revoked', async () => {
    const world = await aFleetWorld(await place.database(), 5);
    const valued = GROUP.replace('displayName: Loyalty', `displayName: "\${values.name}"`);
    const called = (name: string) => ({ account: () => ({ baseUrl: 'http://127.0.0.1', values: { name } }) });
    const rollout = await (await world.fleet(valued, called('Loyalty'))).plan(NOW);
    const changed = await world.fleet(valued, called('Loyal'));
    await changed.approve(rollout, { names: [], all: true, by: 'ann' });
    await changed.rollout(rollout);
    world.change(2003, { state: 'revoked' });
    await changed.work({ untilDone: true });
    expect((await changed.status(rollout)).states).toEqual({ moved: 4, skipped: 1 });
    for (const { hubId } of world.accounts) expect(await world.writes(hubId)).toEqual([]);
  });

  it('skips inactive accounts, and reports accounts that it cannot plan', async () => {
    const world = await aFleetWorld(await place.database(), 4);
    world.change(2002, { state: 'uninstalled' });
    const fleet = await world.fleet(GROUP, {
      tokens: (hubId) => async () => (hubId === 2003 ? 'pat-na1-wrong' : tokenOf(hubId)),
    });
    const rollout = await fleet.plan(NOW);
    expect((await fleet.status(rollout)).states).toEqual({ failed: 1, skipped: 1, waiting: 2 });
    expect(await fleet.clusters(rollout)).toMatchObject([{ accounts: 2 }]);
  });

  it('refuses to approve or start a running rollout, and names an unknown rollout', async () => {
    const world = await aFleetWorld(await place.database(), 2);
    const fleet = await world.fleet();
    const rollout = await fleet.plan(NOW);
    await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
    await fleet.rollout(rollout);
    await expect(fleet.approve(rollout, { names: [], all: true, by: 'ann' })).rejects.toMatchObject({
      code: 'rollout-refused',
      message: 'The rollout is rolling, so its clusters cannot be approved.',
    });
    await expect(fleet.rollout(rollout)).rejects.toMatchObject({ code: 'rollout-refused' });
    await expect(fleet.status('r0')).rejects.toMatchObject({ code: 'rollout-unknown' });
  });
});
