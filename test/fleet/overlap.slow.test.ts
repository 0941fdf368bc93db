/**
 * Tests of rollouts of the same accounts: the status names the other rollout, and only a single rollout runs the
 * accounts.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fleet } from '../../src/fleet/index.ts';
import { BACKENDS, type Backend, backend, forget } from './databases.ts';
import { aFleetWorld, taken } from './world.ts';

const ALL = { all: true, by: 'ann' } as const;
const named = (name: string) => `objects: { contacts: { groups: { loyalty: { displayName: ${name} } } } }\n`;

async function started(fleet: Fleet, rollout: string): Promise<string> {
  await fleet.approve(rollout, ALL);
  await fleet.rollout(rollout);
  return rollout;
}

describe.each(BACKENDS)('rollouts of the same accounts, on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  it('an older rollout in review starts only after the newer rollout is aborted', async () => {
    const fleet = await (await aFleetWorld(await place.database(), 3)).fleet();
    const older = await fleet.plan();
    await fleet.approve(older, ALL);
    const newer = await fleet.plan({ hubIds: [2001, 2002] });
    const overlap = { rollout: newer, phase: 'review', newer: true, accounts: 2 };
    expect(await fleet.status(older)).toMatchObject({ overlap });
    expect(await fleet.status(newer)).toMatchObject({ overlap: null });
    await expect(fleet.rollout(older)).rejects.toMatchObject({
      code: 'rollout-superseded',
      message: `Rollout ${newer} is newer and has 2 accounts of this rollout, so this rollout was not started.`,
    });
    await fleet.abort(newer);
    await fleet.rollout(older);
    expect(await fleet.status(older)).toMatchObject({ phase: 'rolling', overlap: null });
  });

  it('a newer rollout starts if the older is aborted, done, separate, or a comparison', async () => {
    const world = await aFleetWorld(await place.database(), 3);
    const fleet = await world.fleet();
    await started(fleet, await fleet.plan({ hubIds: [2003], waves: '100%', soakMs: 0 }));
    await fleet.work({ untilDone: true });
    await fleet.abort(await started(fleet, await fleet.plan({ hubIds: [2001, 2002] })));
    await fleet.drift();
    await started(fleet, await fleet.plan({ hubIds: [2001] }));
    await started(fleet, await fleet.plan({ hubIds: [2002, 2003] }));
  });

  it('a newer rollout waits until an older rollout has run its accounts', async () => {
    const fleet = await (await aFleetWorld(await place.database(), 3)).fleet();
    const older = await started(fleet, await fleet.plan({ hubIds: [2001, 2002] }));
    await fleet.pause(older);
    const newer = await fleet.plan();
    await fleet.approve(newer, ALL);
    const overlap = { rollout: older, phase: 'paused', newer: false, accounts: 2 };
    expect(await fleet.status(newer)).toMatchObject({ overlap });
    await expect(fleet.rollout(newer)).rejects.toMatchObject({
      code: 'rollout-under-way',
      message: `Rollout ${older} is paused and has 2 accounts of this rollout left to run, so this rollout was not started.`,
    });
    await fleet.abort(older);
    await fleet.rollout(newer);
  });

  it('a newer rollout waits for the running account of an aborted rollout', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 1);
    const before = await world.fleet(named('Two'));
    const older = await started(before, await before.plan({ waves: '100%', soakMs: 0 }));
    await taken(database, older, 1);
    await before.abort(older);
    const fleet = await world.fleet(named('One'));
    const newer = await fleet.plan({ waves: '100%', soakMs: 0 });
    await expect(started(fleet, newer)).rejects.toMatchObject({
      code: 'rollout-under-way',
      hint: 'Wait until its running accounts have ended.',
    });
    // The worker was killed: its account is given back, and has failed with the rollout.
    await forget(database);
    await fleet.work({ untilDone: true });
    await fleet.rollout(newer);
    await fleet.work({ untilDone: true });
    expect((await fleet.status(newer)).states).toEqual({ applied: 1 });
  });

  /** Creates a rollout whose two accounts failed. */
  async function failedRollout() {
    const world = await aFleetWorld(await place.database(), 2);
    const failing = await world.fleet(named('Two'), { tokens: () => async () => Promise.reject(new Error('none')) });
    const before = await world.fleet(named('Two'));
    const older = await started(
      before,
      await before.plan({ waves: '100%', soakMs: 0, patienceMs: 0, maxFailedPercent: 100 }),
    );
    await failing.work({ untilDone: true });
    expect(await before.status(older)).toMatchObject({ phase: 'done', states: { failed: 2 } });
    return { before, older, fleet: await world.fleet(named('One')) };
  }

  it('failed accounts are retried, except those taken by a newer rollout', async () => {
    const { before, older, fleet } = await failedRollout();
    const newer = await started(fleet, await fleet.plan({ waves: '100%', soakMs: 0, hubIds: [2001] }));
    await fleet.work({ untilDone: true });
    expect(await before.retry(older)).toBe(1);
    expect(await before.status(older)).toMatchObject({ states: { failed: 1, approved: 1 } });
    expect((await fleet.status(newer)).states).toEqual({ applied: 1 });
    await expect(before.retry(older)).rejects.toMatchObject({
      code: 'rollout-superseded',
      message: 'A newer rollout has taken 1 account of this rollout, so none of its accounts can be tried again.',
    });
  });

  it('a newer rollout waits for a finished rollout with accounts to retry', async () => {
    const { before, older, fleet } = await failedRollout();
    expect(await before.retry(older)).toBe(2);
    const newer = await fleet.plan({ waves: '100%', soakMs: 0 });
    await expect(started(fleet, newer)).rejects.toMatchObject({
      code: 'rollout-under-way',
      hint: 'Resume it to try its accounts again, or abort it.',
    });
    await before.abort(older);
    expect(await before.status(older)).toMatchObject({ phase: 'aborted', states: { skipped: 2 } });
    await fleet.rollout(newer);
  });

  it('a concurrent retry and start affect each account only once', async () => {
    const { before, older, fleet } = await failedRollout();
    const newer = await fleet.plan({ waves: '100%', soakMs: 0 });
    await fleet.approve(newer, ALL);
    const ends = await Promise.allSettled([before.retry(older), fleet.rollout(newer)]);
    const [tried, begun] = [(await before.status(older)).states.approved ?? 0, (await fleet.status(newer)).phase];
    expect([[tried, begun]], JSON.stringify(ends)).toContainEqual(begun === 'rolling' ? [0, 'rolling'] : [2, 'review']);
  });
});
