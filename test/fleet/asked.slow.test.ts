/** Tests that status, events and report name the user who starts, pauses, resumes or aborts a rollout. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { fleetReport, steerFleet } from '../../src/fleet/index.ts';
import { BACKENDS, type Backend, backend } from './databases.ts';
import { aFleetWorld } from './world.ts';

describe.each(BACKENDS)('the latest request to a rollout, on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  it('has the name of the user, or null if it is unknown', async () => {
    const database = await place.database();
    const fleet = await (await aFleetWorld(database, 2)).fleet();
    const rollout = await fleet.plan({ by: 'ann' });
    await fleet.approve(rollout, { all: true, by: 'ann' });
    expect((await fleet.status(rollout)).asked).toBeNull();
    await fleet.rollout(rollout, { by: 'bob' });
    expect((await fleet.status(rollout)).asked).toMatchObject({ what: 'start', by: 'bob' });
    const steering = steerFleet(database);
    await steering.pause(rollout, { by: 'cy' });
    await steering.resume(rollout);
    expect((await fleet.status(rollout)).asked).toEqual({ what: 'resume', by: null, at: expect.any(String) });
    await steering.abort(rollout, { by: 'dee' });
    const { events } = await fleetReport(database, rollout);
    expect(events.map(({ kind, by }) => [kind, by])).toEqual([
      ['plan', 'ann'],
      ['planned', null],
      ['approve', 'ann'],
      ['start', 'bob'],
      ['start-wave', null],
      ['pause', 'cy'],
      ['resume', null],
      ['abort', 'dee'],
    ]);
  });

  it('includes a retry only if accounts are retried', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 3);
    const fleet = await world.fleet();
    const rollout = await fleet.plan({ by: 'ann' });
    await fleet.approve(rollout, { all: true, by: 'ann' });
    await fleet.rollout(rollout, { waves: '100%', maxFailedPercent: 100 });
    const fails = () => {
      throw new UsageError('argument-invalid', 'The values of the account are wrong.');
    };
    await (await world.fleet(undefined, { account: fails })).work({ untilDone: true });
    expect(await fleet.retry(rollout, 'auth', { by: 'eve' })).toBe(0);
    expect(await fleet.retry(rollout, 'config', { by: 'eve' })).toBe(3);
    const { events } = await fleetReport(database, rollout);
    expect(events.filter(({ kind }) => kind === 'retry')).toEqual([
      { kind: 'retry', at: expect.any(String), wave: null, by: 'eve', message: '3 accounts, for the reason config' },
    ]);
  });
});
