/** Tests an abort at any moment of the accounts. No account keeps waiting for its turn. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TransportError } from '../../src/errors.ts';
import { BACKENDS, type Backend, backend } from './databases.ts';
import { aFleetWorld, GROUP } from './world.ts';

const ROUNDS = 5;

describe.each(BACKENDS)('an abort on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  it('leaves no account that is put off in the same moment', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const world = await aFleetWorld(await place.database(), 24);
      const usual = await world.fleet();
      const rollout = await usual.plan({ waves: '100%', soakMs: 0 });
      await usual.approve(rollout, { all: true, by: 'ann' });
      await usual.rollout(rollout);
      const fleet = await world.fleet(GROUP, {
        tokens: () => async () => {
          await sleep(Math.random() * 40);
          throw new TransportError('away', 'Away for a moment.', { sent: 'no', retryAfterMs: 1 });
        },
      });
      const stop = new AbortController();
      const working = fleet.work({ slots: 24, signal: stop.signal });
      while (((await fleet.status(rollout)).states.running ?? 0) === 0) await sleep(1);
      await sleep(Math.random() * 40);
      await fleet.abort(rollout);
      stop.abort();
      await working;
      const { failed = 0, skipped = 0, ...others } = (await fleet.status(rollout)).states;
      expect([others, failed + skipped], `round ${round}`).toEqual([{}, 24]);
    }
  });

  it('removes the queue of an interrupted planning', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 4);
    const cut = new AbortController();
    const fleet = await world.fleet(GROUP, {
      tokens: () => async () => {
        cut.abort();
        throw new Error('cut');
      },
    });
    const rollout = await fleet.plan({ slots: 1, signal: cut.signal });
    expect((await fleet.status(rollout)).phase).toBe('planning');
    await fleet.abort(rollout);
    const queues = await database.query<{ readonly name: string }>(
      ({ sql, ofQueue }) => sql`select name from ${ofQueue('queue')}`,
    );
    expect(queues.filter((queue) => queue.name.startsWith('plan-'))).toEqual([]);
  });
});
