/** A worker counts the accounts whose turn has ended by it, and none that was put off. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimTargets } from '../../../src/fleet/store/claim-statement.ts';
import { beat } from '../../../src/fleet/store/worker-statements.ts';
import { settle } from '../../../src/fleet/worker/settle.ts';
import { BACKENDS, type Backend, backend } from '../databases.ts';
import { aFleetWorld } from '../world.ts';

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
    await database.query(beat('w1', 60_000));
    const [claimed] = await database.query(claimTargets('w1', 1));
    if (claimed === undefined) throw new Error('it is due');
    expect(await settle(claimed, { ...NOTHING, result }, database)).toBe(isCounted);
    // It has been told.
    expect(await settle(claimed, { ...NOTHING, result }, database)).toBe(false);
  });
});
