/** A worker counts the accounts whose turn has ended by it, and none that was put off. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settle } from '../../../src/fleet/worker/settle.ts';
import { BACKENDS, type Backend, backend } from '../databases.ts';
import { aFleetWorld, taken } from '../world.ts';

const NOTHING = { message: null, run: null, shape: null };

describe.each(BACKENDS)('accounts that are run on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  it.each([
    [true, { kind: 'applied' }],
    [true, { kind: 'failed', because: 'refused' }],
    [false, { kind: 'put-off', because: 'rate', afterMs: 10 }],
    [false, { kind: 'queued' }],
    // Longer than it may be put off.
    [true, { kind: 'put-off', because: 'rate', afterMs: 7_200_000 }],
  ] as const)('count: %s, for %o', async (isCounted, result) => {
    const database = await place.database();
    const fleet = await (await aFleetWorld(database, 1)).fleet();
    const rollout = await fleet.plan({ waves: '100%' });
    await fleet.approve(rollout, { all: true, by: 'ann' });
    await fleet.rollout(rollout);
    const [found] = await taken(database, rollout, 1);
    if (found === undefined) throw new Error('it is due');
    const [job, target] = found;
    expect(await settle(target, job, { ...NOTHING, result }, database)).toBe(isCounted);
    // The worker has already reported the result.
    expect(await settle(target, job, { ...NOTHING, result }, database)).toBe(false);
  });
});
