/** Rollouts of the same accounts: one says that the other is there, is not started by mistake, and leaves alone what the one that was started last has taken. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fleet } from '../../src/fleet/index.ts';
import { BACKENDS, type Backend, backend, forget } from './databases.ts';
import { aFleetWorld, afterFirstWave, type FleetWorld, taken } from './world.ts';

const ALL = { all: true, by: 'ann' } as const;
const named = (name: string) => `objects: { contacts: { groups: { loyalty: { displayName: ${name} } } } }\n`;

/** What the group is called in each account. */
async function names({ service, accounts }: FleetWorld): Promise<readonly unknown[]> {
  const snapshots = await Promise.all(accounts.map(({ hubId }) => service.snapshot(hubId)));
  return snapshots.map(({ groups }) => groups['contacts']?.find(({ name }) => name === 'loyalty')?.displayName);
}

async function started(fleet: Fleet, rollout: string, how: Parameters<Fleet['rollout']>[1] = {}): Promise<string> {
  await fleet.approve(rollout, ALL);
  await fleet.rollout(rollout, how);
  return rollout;
}

/** Until no rollout that it may run is under way, whatever others are. */
async function worked(fleet: Fleet): Promise<void> {
  await fleet.work({ untilDone: true }).catch((error: { code?: string }) => {
    if (error.code !== 'configuration-differs') throw error;
  });
}

describe.each(BACKENDS)('a newer rollout of the same accounts, on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  it('is told by the older one, which starts only where that is said', async () => {
    const fleet = await (await aFleetWorld(await place.database(), 3)).fleet();
    const older = await fleet.plan();
    await fleet.approve(older, ALL);
    const newer = await fleet.plan({ hubIds: [2001, 2002] });
    expect((await fleet.status(older)).newer).toEqual({ rollout: newer, accounts: 2 });
    expect((await fleet.status(newer)).newer).toBeNull();
    await expect(fleet.rollout(older)).rejects.toMatchObject({
      code: 'rollout-superseded',
      message: expect.stringContaining(newer),
    });
    await fleet.rollout(older, { althoughNewer: true });
    expect(await fleet.status(older)).toMatchObject({ phase: 'rolling', newer: null });
  });

  it('is in the way of nothing once it is aborted, of other accounts, or a comparison', async () => {
    const fleet = await (await aFleetWorld(await place.database(), 3)).fleet();
    const older = await fleet.plan({ hubIds: [2001, 2002] });
    await fleet.approve(older, ALL);
    await fleet.plan({ hubIds: [2003] });
    await fleet.drift();
    await fleet.abort(await fleet.plan());
    expect((await fleet.status(older)).newer).toBeNull();
    await fleet.rollout(older);
  });

  it('is refused where an older one under way has accounts of it left, unless that is said; both name the other', async () => {
    const fleet = await (await aFleetWorld(await place.database(), 3)).fleet();
    const older = await started(fleet, await fleet.plan({ hubIds: [2001, 2002] }));
    await fleet.pause(older);
    const newer = await fleet.plan();
    await fleet.approve(newer, ALL);
    expect((await fleet.status(newer)).underWay).toEqual([{ rollout: older, phase: 'paused', accounts: 2 }]);
    expect((await fleet.status(older)).newer).toBeNull();
    await expect(fleet.rollout(newer)).rejects.toMatchObject({
      code: 'rollout-under-way',
      message: `Rollout ${older} is paused and has 2 accounts of this one left to run, so this one was not started.`,
    });
    await fleet.rollout(newer, { althoughUnderWay: true });
    expect((await fleet.status(newer)).underWay).toEqual([]);
    expect((await fleet.status(older)).newer).toEqual({ rollout: newer, accounts: 2 });
  });

  it('starts where the older one is aborted or has other accounts', async () => {
    const fleet = await (await aFleetWorld(await place.database(), 4)).fleet();
    await fleet.abort(await started(fleet, await fleet.plan()));
    await started(fleet, await fleet.plan({ hubIds: [2001, 2002, 2003] }));
    await started(fleet, await fleet.plan({ hubIds: [2004] }));
  });

  it('is what its accounts stay as, where an older one goes on that was between two waves', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 3);
    const back = await world.fleet(named('One'));
    await started(back, await back.plan({ waves: '100%', soakMs: 0 }));
    await worked(back);
    const before = await world.fleet(named('Two'));
    const older = await started(before, await before.plan({ waves: '1,100%', soakMs: 600_000 }));
    let newer = '';
    await afterFirstWave({ fleet: before, rollout: older, database }, async () => {
      newer = await started(back, await back.plan({ waves: '100%', soakMs: 0 }), { althoughUnderWay: true });
      await worked(back);
    });
    await worked(before);
    expect(await names(world)).toEqual(['One', 'One', 'One']);
    expect((await back.status(newer)).states).toEqual({ unchanged: 2, applied: 1 });
    expect((await before.status(older)).states).toEqual({ applied: 1, moved: 2 });
    expect((await before.read.groups(older)).map(({ message }) => message)).toContain(
      `Rollout ${newer} was started later and has taken it.`,
    );
  });

  it('waits for an account that the older one is running, and for no dead worker', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 1);
    const before = await world.fleet(named('Two'));
    const older = await started(before, await before.plan({ waves: '100%', soakMs: 0 }));
    await taken(database, older, 1);
    const back = await world.fleet(named('One'));
    const newer = await started(back, await back.plan({ waves: '100%', soakMs: 0 }), { althoughUnderWay: true });
    const working = worked(back);
    await expect
      .poll(async () => (await back.read.account(newer, 2001))?.message)
      .toBe(`Rollout ${older} is running it.`);
    expect(await names(world)).toEqual([undefined]);
    await forget(database);
    await working;
    expect(await names(world)).toEqual(['One']);
    await worked(before);
    expect((await before.status(older)).states).toEqual({ moved: 1 });
    expect(await names(world)).toEqual(['One']);
  });

  it('keeps what it has applied or found unchanged, while workers run both at a time', async () => {
    const world = await aFleetWorld(await place.database(), 12);
    const back = await world.fleet(named('One'));
    await started(back, await back.plan({ waves: '100%', soakMs: 0 }));
    await worked(back);
    const before = await world.fleet(named('Two'));
    const older = await started(before, await before.plan({ waves: '100%', soakMs: 0 }));
    const newer = await started(back, await back.plan({ waves: '100%', soakMs: 0 }), { althoughUnderWay: true });
    await Promise.all([before.work({ slots: 3, signal: AbortSignal.timeout(300) }), worked(back)]);
    await worked(before);
    const had = await names(world);
    const kept = (await back.read.accounts(newer)).map(({ state }, at) => [state, had[at]]);
    expect(kept.filter(([state, name]) => (state === 'unchanged') !== (name === 'One'))).toEqual([]);
    const { applied = 0, moved = 0 } = (await before.status(older)).states;
    expect([applied + moved, (await back.status(newer)).states.moved ?? 0]).toEqual([12, applied]);
  });
});
