/** Planning keeps to the budgets of calls that the workers share. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS, type Backend, backend } from '../databases.ts';
import { aFleetWorld, GROUP } from '../world.ts';

describe.each(BACKENDS)('planning within budgets on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  it.each(['all', 'app'] as const)('waits while that of %s is spent, and goes on once it is filled', async (of) => {
    const database = await place.database();
    const world = await aFleetWorld(database, 6);
    const calls = 10;
    const fleet = await world.fleet(GROUP, { budgets: { [of]: { calls, perMs: 86_400_000 } } });
    const planning = fleet.plan({ slots: 1 });
    const scope = of === 'all' ? 'all' : 'app:crm';
    const left = async () => {
      const [row] = await database.query<{ readonly tokens: number }>(
        ({ sql, of }) => sql`select tokens from ${of('budget')} where scope = ${scope}`,
      );
      return row?.tokens ?? calls;
    };
    while ((await left()) > 0) await sleep(10);
    const made = (await world.service.calls()).length;
    await sleep(200);
    expect((await world.service.calls()).length).toBe(made);
    const [rollout] = await fleet.read.rollouts();
    const { planning: open = 0, ...planned } = rollout?.states ?? {};
    const each = made / (6 - open);
    expect([open > 0, made < calls + each, Object.keys(planned)]).toEqual([true, true, ['waiting']]);
    expect(await left()).toBeCloseTo(calls - made, 1);
    await database.query(({ sql, of }) => sql`update ${of('budget')} set tokens = 1000`);
    // A bucket never holds more than its calls, so that the rest is waited for as well.
    const filling = setInterval(() => {
      database.query(({ sql, of }) => sql`update ${of('budget')} set tokens = 1000`).catch(() => undefined);
    }, 20);
    expect((await fleet.status(await planning)).states).toEqual({ waiting: 6 });
    clearInterval(filling);
  });
});
