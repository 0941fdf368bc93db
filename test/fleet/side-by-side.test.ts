/** Two rollouts under way: what one has to do holds up no other. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { BACKEND, type Backend, backend } from './databases.ts';
import { aFleetWorld } from './world.ts';

let place: Backend;
beforeAll(async () => {
  place = await backend(BACKEND);
});
afterAll(() => place.close());

test('a rollout of few accounts goes through its waves while a large one has accounts to give', async () => {
  const world = await aFleetWorld(await place.database(), 32);
  const ids = world.accounts.map(({ hubId }) => hubId);
  const { transport: service } = world.service;
  const transport = {
    send: async (...[request, options]: Parameters<typeof service.send>) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return service.send(request, options);
    },
    close: () => service.close(),
  };
  // An account is run in less time than this.
  const fleet = await world.fleet(undefined, { transport, pollMs: 300 });
  const begun = async (hubIds: readonly number[], waves: string) => {
    const rollout = await fleet.plan({ hubIds, waves, soakMs: 0 });
    await fleet.approve(rollout, { all: true, by: 'ann' });
    await fleet.rollout(rollout);
    return rollout;
  };
  const large = await begun(ids.slice(2), '100%');
  const small = await begun(ids.slice(0, 2), '1,100%');
  await fleet.work({ slots: 2, untilDone: true });
  const doneAt = async (rollout: string) =>
    (await fleet.events(rollout)).find(({ detail }) => detail['kind'] === 'done')?.at.getTime() ?? Number.NaN;
  expect(await doneAt(small)).toBeLessThan(await doneAt(large));
});
