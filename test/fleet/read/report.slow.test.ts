import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fleetReport } from '../../../src/fleet/read/report.ts';
import { BACKENDS, type Backend, backend } from '../databases.ts';
import { aFleetWorld, GROUP, tokenOf } from '../world.ts';

describe.each(BACKENDS)('the report of a rollout on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  it('tells of every cluster with a plan, of every account once, and of what happened', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 6);
    const fleet = await world.fleet(GROUP, {
      tokens: (hubId) => async () => (hubId === 2003 ? 'pat-na1-wrong' : tokenOf(hubId)),
    });
    const first = await fleet.plan({ soakMs: 0, waves: '100%' });
    await fleet.approve(first, { names: [], all: true, by: 'ann' });
    await fleet.rollout(first);
    await fleet.work({ untilDone: true });
    const report = await fleetReport(database, first, { thresholds: { create: { percent: 1, above: 2 } } });
    expect(report).toMatchObject({
      status: { rollout: first, phase: 'done' },
      findings: [{ code: 'fleet-threshold' }],
      clusters: [
        {
          accounts: 5,
          states: { applied: 5 },
          hubIds: [2001, 2002, 2004, 2005, 2006],
          sample: { format: 'trueup.plan/1' },
        },
      ],
      accounts: [
        { state: 'failed', because: 'auth', hubIds: [2003] },
        { state: 'applied', because: null, message: null, hubIds: [2001, 2002, 2004, 2005, 2006] },
      ],
    });
    expect(report.events.map(({ kind, wave }) => [kind, wave])).toEqual([
      ['plan', null],
      ['planned', null],
      ['approve', null],
      ['start', null],
      ['start-wave', 1],
      ['wave-ended', 1],
      ['done', null],
    ]);
  });

  it('refuses a rollout that is not there, and thresholds that are wrong', async () => {
    const database = await place.database();
    await expect(fleetReport(database, 'r0')).rejects.toMatchObject({ code: 'rollout-unknown' });
    const wrong = { create: { percent: 101, above: 0 } };
    await expect(fleetReport(database, 'r0', { thresholds: wrong })).rejects.toMatchObject({
      code: 'argument-invalid',
    });
  });
});
