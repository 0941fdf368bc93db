/**
 * Tests of a database that becomes read-only or full during a rollout. The worker ends with the reason, and the next
 * worker completes.
 */

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/client/index.ts';
import { createService } from '../../../src/service/index.ts';
import { BACKENDS, type Backend, backend } from '../databases.ts';
import { watched } from '../ledger/watched.ts';
import { aProcess, tokenOf } from './fleet.ts';
import { expectRight } from './processes.ts';

const HUBS = [2001, 2002];
/** At how many of its statements, evenly spread. */
const RUNS = Number(process.env['TRUEUP_CASES'] ?? 4);
const PATIENT = { timeout: 60_000 + RUNS * 20_000 };

describe.each(BACKENDS)('a database on %s that takes nothing more', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  async function begun() {
    const database = await place.database();
    const service = await createService({
      ...{ clock: systemClock, rateLimit: false, surface: 'dated' },
      seed: { accounts: HUBS.map((hubId) => ({ hubId, privateAppTokens: [{ token: tokenOf(hubId) }] })) },
    });
    onTestFinished(() => service.close());
    const reaching = { hubs: HUBS, url: 'http://127.0.0.1', transport: service.transport };
    const fleet = aProcess({ ...reaching, database });
    const rollout = await fleet.plan({ soakMs: 0, waves: '50%,100%' });
    await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
    await fleet.rollout(rollout);
    /**
     * Runs a worker whose database refuses writes with this state, from a given write on. Returns the number of writes.
     */
    const refusedAt = async (at: number, state: string) => {
      let written = 0;
      const refusing = watched(database, ({ send, text }) => {
        if (text.startsWith('select') || written++ < at) return send();
        return database.query(({ sql }) =>
          sql.raw(`do $$ begin raise exception 'x' using errcode = '${state}'; end $$`),
        );
      });
      const other = aProcess({ ...reaching, database: refusing });
      const told = await other.work({ untilDone: true, slots: 2 }).then(
        () => 'done',
        (error: unknown) => error,
      );
      return { told, written };
    };
    return { database, service, rollout, hubs: HUBS, fleet, refusedAt };
  }

  it.each([
    ['read-only', '25006', 'database-read-only'],
    ['full', '53100', 'database-full'],
  ])(
    'because it is %s ends the worker with this reason, and the next worker completes',
    PATIENT,
    async (_, state, code) => {
      const { written } = await (await begun()).refusedAt(Number.POSITIVE_INFINITY, state);
      for (let run = 0; run < RUNS; run += 1) {
        const at = Math.floor((run * written) / RUNS);
        const world = await begun();
        expect((await world.refusedAt(at, state)).told, `refused from ${at} of ${written} on`).toMatchObject({ code });
        await expectRight(world, `refused from ${at} of ${written} on`);
      }
    },
  );
});
