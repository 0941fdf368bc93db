/**
 * Tests an account that ends every worker that runs it. Only this account fails; accounts in the same worker finish.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settle } from '../../../src/fleet/worker/settle.ts';
import { BACKENDS, type Backend, backend } from '../databases.ts';
import { aFleetWorld, endWorkers, taken } from '../world.ts';

const DONE = { result: { kind: 'unchanged' }, message: null, run: null, shape: null } as const;

describe.each(BACKENDS)('an account that ends its workers on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  /** A rollout of one wave that is under way. */
  async function rolling(size: number, limits: { readonly maxFailedPercent?: number } = {}) {
    const database = await place.database();
    const fleet = await (await aFleetWorld(database, size)).fleet();
    const rollout = await fleet.plan({ soakMs: 0, waves: '100%', ...limits });
    await fleet.approve(rollout, { all: true, by: 'ann' });
    await fleet.rollout(rollout);
    return { database, fleet, rollout };
  }

  it.each([
    [4, [2003]],
    [16, [2003]],
    // A second deadly account is in the same worker.
    [4, [2002, 2006]],
    [16, [2002, 2006]],
  ])('fails alone where a worker has %i accounts at a time: %j', async (slots, deadly) => {
    const { database, fleet, rollout } = await rolling(12, { maxFailedPercent: 100 });
    for (let at = 0; at < 40; at += 1) {
      const each = await taken(database, rollout, slots);
      if (each.some(([, { hub_id }]) => deadly.includes(hub_id))) await endWorkers(database);
      else
        for (const [job, target] of each) {
          await settle(target, job, DONE, database);
          await database.queue.complete([job]);
        }
    }
    const failed = await fleet.read.accounts(rollout, { state: 'failed' });
    expect(failed.map(({ hubId, because }) => [hubId, because])).toEqual(deadly.map((hubId) => [hubId, 'worker']));
    expect((await fleet.status(rollout)).states).toEqual({ failed: deadly.length, unchanged: 12 - deadly.length });
  });

  it('is run by a worker that has nothing else in hand', async () => {
    const { database, rollout } = await rolling(3);
    for (const _ of [1, 2]) {
      expect(await taken(database, rollout, 16)).toHaveLength(3);
      await endWorkers(database);
    }
    // The accounts are set aside, and each will run separately.
    expect(await taken(database, rollout, 16)).toEqual([]);
    for (const _ of [1, 2, 3]) expect(await taken(database, rollout, 16)).toHaveLength(1);
    expect(await taken(database, rollout, 16)).toEqual([]);
  });
});
