/** Laws of budgets, over random claims and ends of random accounts. */

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Charged, spending } from '../../../src/fleet/budget/spending.ts';
import type { Database } from '../../../src/fleet/database/database.ts';
import type { CallBudget, CallBudgets } from '../../../src/model/fleet.ts';
import { BACKEND, type Backend, backend } from '../databases.ts';
import { aRollout, empty, setSeconds } from './fleets.ts';

const RUNS = Number(process.env['TRUEUP_CASES'] ?? 8);

/** What the first accounts of a worker are charged, and the most that one takes here. */
const MOST = 10;
const APPS = ['crm', 'erp', 'mail'] as const;
/** Of one worker. */
const SLOTS = 2;

let place: Backend;
let database: Database;
beforeAll(async () => {
  place = await backend(BACKEND);
  database = await place.database();
});
afterAll(() => place.close());

interface Made {
  readonly app: string;
  readonly seconds: number;
  readonly calls: number;
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.double({ min: 0.05, max: 4, noNaN: true }) }),
  fc.record({ kind: fc.constant('claim' as const), worker: fc.nat(1), slots: fc.integer({ min: 1, max: SLOTS }) }),
  fc.record({ kind: fc.constant('end' as const), worker: fc.nat(1), calls: fc.integer({ min: 0, max: MOST }) }),
);
const budget = fc.record({
  calls: fc.integer({ min: 1, max: 30 }),
  perMs: fc.integer({ min: 500, max: 20_000 }),
});

/** Claims and ends as the steps say; what each account made, at the time at which it was claimed. */
async function made(budgets: CallBudgets, steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) {
  await empty(database);
  await setSeconds(database, 0);
  await aRollout(database, { apps: { crm: 60, erp: 20 } });
  await aRollout(database, { apps: { mail: 60, crm: 20 }, wave: 2 });
  const workers = [0, 1].map((at) => ({
    id: `w${at}`,
    calls: spending(database, budgets),
    inHand: [] as { readonly charged: Charged; readonly seconds: number }[],
  }));
  const all: Made[] = [];
  let seconds = 0;
  const end = async (worker: (typeof workers)[number] | undefined, calls: number) => {
    const one = worker?.inHand.shift();
    if (worker === undefined || one === undefined) return;
    all.push({ app: one.charged.target.app, seconds: one.seconds, calls });
    await worker.calls.ended(one.charged, calls);
  };
  for (const one of steps) {
    if (one.kind === 'wait') {
      seconds += one.seconds;
      await setSeconds(database, seconds);
    } else if (one.kind === 'end') {
      await end(workers[one.worker], one.calls);
    } else {
      const worker = workers[one.worker];
      const free = Math.min(one.slots, SLOTS - (worker?.inHand.length ?? 0));
      if (worker === undefined || free <= 0) continue;
      const { charged } = await worker.calls.claim(worker.id, free);
      worker.inHand.push(...charged.map((each) => ({ charged: each, seconds })));
    }
  }
  for (const worker of workers) while (worker.inHand.length > 0) await end(worker, MOST);
  return all;
}

/** The most calls of accounts that were claimed in one span of that length. */
function mostIn(all: readonly Made[], perMs: number): number {
  const sums = all.map(({ seconds: from }) =>
    all
      .filter(({ seconds }) => seconds >= from && seconds < from + perMs / 1000)
      .reduce((sum, { calls }) => sum + calls, 0),
  );
  return Math.max(0, ...sums);
}

/** A full bucket, what is filled in meanwhile, and what accounts took beyond what they were charged. */
function bound({ calls }: CallBudget): number {
  return 2 * calls + MOST * 2 * SLOTS;
}

test('in no span of its length a budget lets more calls be made than twice as many and what was in hand', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ all: budget, app: budget }),
      fc.array(step, { minLength: 60, maxLength: 120, size: 'max' }),
      async (budgets, steps) => {
        const all = await made(budgets, steps);
        expect(mostIn(all, budgets.all.perMs)).toBeLessThanOrEqual(bound(budgets.all));
        for (const app of APPS) {
          const own = all.filter((one) => one.app === app);
          expect(mostIn(own, budgets.app.perMs)).toBeLessThanOrEqual(bound(budgets.app));
        }
      },
    ),
    { numRuns: RUNS },
  );
}, 120_000);

test('no app starves, however little is left for all of them and however much others have to do', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 30, maxLength: 30 }),
      async (sizes, slots) => {
        await empty(database);
        const apps = Object.fromEntries(sizes.map((size, at) => [`app-${at}`, size]));
        await aRollout(database, { apps });
        const worker = spending(database, { all: { calls: MOST, perMs: 1_000 }, app: { calls: 50, perMs: 1_000 } });
        const left = new Map(Object.entries(apps));
        const missed = new Map<string, number>();
        for (const [round, free] of slots.entries()) {
          // Enough for one account in each round.
          await setSeconds(database, round);
          const { charged } = await worker.claim('w', free);
          expect(charged).toHaveLength(left.size === 0 ? 0 : 1);
          for (const app of left.keys()) missed.set(app, (missed.get(app) ?? 0) + 1);
          for (const { target } of charged) {
            missed.set(target.app, 0);
            const rest = (left.get(target.app) ?? 0) - 1;
            if (rest === 0) left.delete(target.app);
            else left.set(target.app, rest);
          }
          expect(Math.max(0, ...missed.values())).toBeLessThan(sizes.length);
        }
      },
    ),
    { numRuns: RUNS },
  );
}, 120_000);
