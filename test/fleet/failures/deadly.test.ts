/** An account that ends every worker that has it: it fails for that alone, and those that were in the same hands are done. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimTargets } from '../../../src/fleet/store/claim-statement.ts';
import { beat } from '../../../src/fleet/store/worker-statements.ts';
import { giveBackLost, settle } from '../../../src/fleet/worker/settle.ts';
import { BACKENDS, type Backend, backend } from '../databases.ts';
import { aFleetWorld } from '../world.ts';

const DEADLY = 2003;
const DONE = { result: { kind: 'unchanged' }, message: null, run: null, shape: null } as const;

describe.each(BACKENDS)('an account that ends its workers on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  /** A rollout of one wave that is under way. */
  async function rolling(size: number, limits: { readonly maxFailedPercent?: number } = {}) {
    const database = await place.database();
    const fleet = await (await aFleetWorld(database, size)).fleet();
    const rollout = await fleet.plan({ soakMs: 0, waves: '100%', ...limits });
    await fleet.approve(rollout, { all: true, by: 'ann' });
    await fleet.rollout(rollout);
    return { database, fleet, rollout };
  }

  it.each([4, 16])('fails alone where a worker has %i accounts at a time', async (slots) => {
    const { database, fleet, rollout } = await rolling(8, { maxFailedPercent: 100 });
    for (let at = 0; at < 20; at += 1) {
      const claimed = await database.query(claimTargets(`w${at}`, slots));
      const isDeadly = claimed.some(({ hub_id }) => hub_id === DEADLY);
      if (!isDeadly) {
        await database.query(beat(`w${at}`, 60_000));
        for (const one of claimed) await settle(one, DONE, database);
      }
      // One that ended sends no heartbeat.
      await giveBackLost('', [], database);
    }
    expect((await fleet.status(rollout)).states).toEqual({ failed: 1, unchanged: 7 });
    expect(await fleet.read.account(rollout, DEADLY)).toMatchObject({ state: 'failed', because: 'worker' });
  });

  it('is not one that a worker runs which was stopped for longer than its term: it knows that it lives', async () => {
    const { database, rollout } = await rolling(2);
    expect(await database.query(claimTargets('w1', 2))).toHaveLength(2);
    await database.query(beat('w1', -1));
    expect(await giveBackLost('w1', [`${rollout}/2001`, `${rollout}/2002`], database)).toBe(0);
    expect(await giveBackLost('w1', [`${rollout}/2001`], database)).toBe(1);
    expect(await giveBackLost('w2', [], database)).toBe(1);
  });

  it('is one of those that a worker has alone, and only when it has no others', async () => {
    const { database, rollout } = await rolling(6);
    await database.query(
      ({ sql, of }) => sql`update ${of('target')} set lost = 2 where rollout = ${rollout} and hub_id < 2005`,
    );
    const claim = async (worker: string) =>
      (await database.query(claimTargets(worker, 16))).map(({ hub_id }) => hub_id).sort((a, b) => a - b);
    expect(await claim('w1')).toEqual([2001]);
    expect(await claim('w1')).toEqual([]);
    for (const hubId of [2002, 2003, 2004]) expect(await claim(`w${hubId}`)).toEqual([hubId]);
    expect(await claim('w2')).toEqual([2005, 2006]);
    await database.query(
      ({ sql, of }) =>
        sql`update ${of('target')} set state = 'approved' where rollout = ${rollout} and hub_id in (2001, 2005)`,
    );
    expect(await claim('w2')).toEqual([2005]);
    expect(await claim('w1')).toEqual([2001]);
  });

  it('fails without one of those that it sat beside, where another one ends its workers as well', async () => {
    const { database, fleet, rollout } = await rolling(12, { maxFailedPercent: 100 });
    const deadly = new Set([2002, 2006]);
    for (let at = 0; at < 40; at += 1) {
      const claimed = await database.query(claimTargets(`w${at}`, 4));
      if (!claimed.some(({ hub_id }) => deadly.has(hub_id))) {
        await database.query(beat(`w${at}`, 60_000));
        for (const one of claimed) await settle(one, DONE, database);
      }
      await giveBackLost('', [], database);
    }
    const failed = await fleet.read.accounts(rollout, { state: 'failed' });
    expect(failed.map(({ hubId }) => hubId)).toEqual([...deadly]);
    expect((await fleet.status(rollout)).states).toEqual({ failed: 2, unchanged: 10 });
  });
});
