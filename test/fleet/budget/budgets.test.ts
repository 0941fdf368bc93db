import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Charged, spending } from '../../../src/fleet/budget/spending.ts';
import type { Database } from '../../../src/fleet/database/database.ts';
import { createFleet } from '../../../src/fleet/index.ts';
import type { CallBudgets } from '../../../src/model/fleet.ts';
import { BACKENDS, type Backend, backend } from '../databases.ts';
import { watched } from '../ledger/watched.ts';
import { aRollout, setSeconds } from './fleets.ts';

const appsOf = (charged: readonly Charged[]) => charged.map(({ target }) => target.app).sort();
/** What the first accounts of a worker are charged. */
const FIRST = 10;

describe.each(BACKENDS)('budgets of calls on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  async function aFleet(apps: Readonly<Record<string, number>>) {
    const database = await place.database();
    await setSeconds(database, 0);
    const rollout = await aRollout(database, { apps });
    return { database, rollout };
  }

  const tokensOf = async (database: Database) =>
    Object.fromEntries(
      (
        await database.query<{ readonly scope: string; readonly tokens: number }>(
          ({ sql, of }) => sql`select scope, tokens from ${of('budget')} order by scope`,
        )
      ).map(({ scope, tokens }) => [scope, tokens]),
    );

  const claimed = async (database: Database, budgets: CallBudgets, slots = 100) =>
    (await spending(database, budgets).claim('w1', slots)).charged;

  it('gives accounts while a bucket is not empty, and again as it is filled', async () => {
    const { database } = await aFleet({ crm: 40 });
    const budgets = { all: { calls: 25, perMs: 10_000 } };
    expect(await claimed(database, budgets)).toHaveLength(3);
    expect(await tokensOf(database)).toEqual({ all: 25 - 3 * FIRST });
    expect(await claimed(database, budgets)).toEqual([]);
    await setSeconds(database, 2);
    expect(await claimed(database, budgets)).toEqual([]);
    await setSeconds(database, 2.5);
    expect(await claimed(database, budgets)).toHaveLength(1);
    // It never holds more than it is made for, and a clock that is set back takes nothing out.
    await setSeconds(database, 10_000);
    expect(await claimed(database, budgets)).toHaveLength(3);
    await setSeconds(database, 9_000);
    expect(await tokensOf(database)).toEqual({ all: 25 - 3 * FIRST });
    expect(await claimed(database, budgets)).toEqual([]);
  });

  it('holds back the app whose budget is spent, and no other', async () => {
    const { database } = await aFleet({ big: 30, small: 3 });
    const budgets = { app: { calls: 20, perMs: 10_000 } };
    expect(appsOf(await claimed(database, budgets))).toEqual(['big', 'big', 'small', 'small']);
    expect(await tokensOf(database)).toEqual({ 'app:big': 0, 'app:small': 0 });
    await database.query(({ sql, of }) => sql`update ${of('budget')} set tokens = -1000000 where scope = 'app:big'`);
    await setSeconds(database, 5);
    expect(appsOf(await claimed(database, budgets))).toEqual(['small']);
  });

  it('is corrected by what an account did take, which the next ones are charged', async () => {
    const { database } = await aFleet({ crm: 40 });
    const worker = spending(database, { all: { calls: 100, perMs: 10_000 }, app: { calls: 100, perMs: 10_000 } });
    const { charged } = await worker.claim('w1', 2);
    expect(await tokensOf(database)).toEqual({ all: 80, 'app:crm': 80 });
    const [one, other] = charged;
    if (one === undefined || other === undefined) throw new Error('there are two');
    await worker.ended(one, 4);
    expect(await tokensOf(database)).toEqual({ all: 86, 'app:crm': 86 });
    await worker.ended(other, 200);
    expect(await tokensOf(database)).toEqual({ all: -104, 'app:crm': -104 });
    await setSeconds(database, 30);
    const next = await worker.claim('w1', 1);
    expect(next.charged.map(({ charge }) => charge)).toEqual([102]);
  });

  it('leaves the estimate where the correction fails', async () => {
    const { database } = await aFleet({ crm: 2 });
    const flaky = watched(database, ({ text, send }) => {
      if (text.startsWith('with held')) throw new Error('no reply');
      return send();
    });
    const worker = spending(flaky, { all: { calls: 100, perMs: 10_000 } });
    const { charged } = await worker.claim('w1', 1);
    const [one] = charged;
    if (one !== undefined) await worker.ended(one, 3);
    expect(await tokensOf(database)).toEqual({ all: 90 });
  });

  it('asks for no bucket where there is no budget', async () => {
    const { database } = await aFleet({ crm: 12 });
    expect(await claimed(database, {}, 12)).toHaveLength(12);
    expect(await tokensOf(database)).toEqual({});
  });

  it('lets the rollouts of one app take turns, whatever wave each is at', async () => {
    const database = await place.database();
    await setSeconds(database, 0);
    const late = await aRollout(database, { apps: { crm: 4 }, wave: 3 });
    await aRollout(database, { apps: { crm: 40 } });
    const rollouts: string[] = [];
    for (let second = 1; second <= 4; second += 1) {
      await setSeconds(database, second);
      const [one] = await claimed(database, {}, 1);
      rollouts.push(one?.target.rollout === late ? 'late' : 'early');
    }
    expect(rollouts.toSorted()).toEqual(['early', 'early', 'late', 'late']);
  });

  it('charges each account once, however many workers claim at a time', async () => {
    const { database } = await aFleet({ crm: 60, erp: 60 });
    const budgets = { all: { calls: 300, perMs: 10_000 }, app: { calls: 200, perMs: 10_000 } };
    const workers = Array.from({ length: 8 }, (_, at) => ({ id: `w${at}`, calls: spending(database, budgets) }));
    let total = 0;
    for (let round = 0; round < 40; round += 1) {
      const claims = await Promise.all(workers.map(({ id, calls }) => calls.claim(id, 3)));
      const count = claims.flatMap(({ charged }) => charged).length;
      total += count;
      if (count === 0 && claims.every(({ isContended }) => !isContended)) break;
    }
    expect(total).toBe(30);
    expect((await tokensOf(database))['all']).toBe(0);
  });
});

it('is refused when it is no budget, with all that is wrong', () => {
  const budgets = { all: { calls: 0, perMs: 1_000 }, app: { calls: 5, perMs: 0.5 } };
  const nothing = async () => [];
  // As far as its arguments are looked at: no call is made.
  const parts = {
    database: { query: nothing, close: nothing },
    owner: {},
    prepared: { forAccount: nothing, digest: nothing, fleet: () => ({ settings: { thresholds: {}, budgets: {} } }) },
    installations: { find: nothing, list: nothing },
    tokens: nothing,
    clock: { now: nothing, elapsed: nothing, sleep: nothing },
    newId: nothing,
  };
  expect(() => createFleet({ ...parts, budgets } as never)).toThrow(
    'A fleet was made with a budget of calls that is none: all 0 in 1000 ms, app 5 in 0.5 ms.',
  );
});
