/** Who starts, pauses, resumes and aborts a rollout is told by its status, its events and its report. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fleetReport, steerFleet } from '../../src/fleet/index.ts';
import { BACKENDS, type Backend, backend } from './databases.ts';
import { aFleetWorld } from './world.ts';

describe.each(BACKENDS)('what is asked of a rollout, on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  it('is told with who asked, and with nobody where that was not said', async () => {
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
      ['planned', null],
      ['start', 'bob'],
      ['start-wave', null],
      ['pause', 'cy'],
      ['resume', null],
      ['abort', 'dee'],
    ]);
  });

  it('needs a name that can be stored', async () => {
    const steering = steerFleet(await place.database());
    await expect(steering.pause('r1', { by: 'a\0b' })).rejects.toMatchObject({ code: 'argument-invalid' });
  });
});
