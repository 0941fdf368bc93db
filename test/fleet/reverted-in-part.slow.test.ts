/**
 * Tests of a revert that was aborted midway. Its reverted accounts no longer count as rolled out, and their rollout stays stopped.
 */

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Fleet } from '../../src/fleet/index.ts';
import { settle } from '../../src/fleet/worker/settle.ts';
import { BACKENDS, type Backend, backend } from './databases.ts';
import { aFleetWorld, GROUP, taken } from './world.ts';

const HOUR = 3_600_000;
const SKIPPED = { result: { kind: 'skipped' }, message: null, run: null, shape: null } as const;

describe.each(BACKENDS)('a revert that is aborted on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  /** Until the first wave is watched. */
  async function firstWave(fleet: Fleet, rollout: string, waves: string): Promise<void> {
    const shapes = (await fleet.clusters(rollout)).map(({ shape }) => shape);
    await fleet.approve(rollout, { names: shapes, by: 'ann' });
    await fleet.rollout(rollout, { waves, soakMs: HOUR });
    const ended = new AbortController();
    const working = fleet.work({ signal: ended.signal });
    await vi.waitFor(async () => expect((await fleet.status(rollout)).phase).toBe('soaking'), { timeout: 60_000 });
    ended.abort();
    await working;
  }

  it.each([
    ['that put accounts back ends the rollout that it was for', true],
    ['that changed nothing lets the rollout go on', false],
  ])('%s', async (_, isStarted) => {
    const world = await aFleetWorld(await place.database(), 4);
    const fleet = await world.fleet(`fleet: { surface: dated }\n${GROUP}`);
    const first = await fleet.plan();
    await firstWave(fleet, first, '3,100%');
    await fleet.pause(first);
    const revert = await fleet.revert(first);
    if (isStarted) await firstWave(fleet, revert, '1,100%');
    await fleet.abort(revert);

    const { revertedBy } = await fleet.status(first);
    expect(revertedBy).toEqual(isStarted ? { rollout: revert, phase: 'aborted' } : null);
    const listed = (await fleet.read.rollouts()).find(({ rollout }) => rollout === first);
    expect(listed?.revertedBy).toEqual(revertedBy);
    const refused = { code: 'rollout-refused', hint: 'Abort it, and plan the fleet again.' };
    if (isStarted) await expect(fleet.resume(first)).rejects.toMatchObject(refused);
    else await expect(fleet.resume(first)).resolves.toBeUndefined();
  });

  it('while a worker has an account of it holds the rollout until that has ended', async () => {
    const database = await place.database();
    const fleet = await (await aFleetWorld(database, 2)).fleet(`fleet: { surface: dated }\n${GROUP}`);
    const first = await fleet.plan();
    await firstWave(fleet, first, '1,100%');
    await fleet.pause(first);
    const revert = await fleet.revert(first);
    const shapes = (await fleet.clusters(revert)).map(({ shape }) => shape);
    await fleet.approve(revert, { names: shapes, by: 'ann' });
    await fleet.rollout(revert);
    const [found] = await taken(database, revert, 1);
    await fleet.abort(revert);
    await expect(fleet.resume(first)).rejects.toMatchObject({ code: 'rollout-refused' });
    if (found !== undefined) await settle(found[1], found[0], SKIPPED, database);
    await expect(fleet.resume(first)).resolves.toBeUndefined();
  });
});
