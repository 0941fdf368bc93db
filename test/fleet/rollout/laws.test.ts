/** Laws of a rollout over any order of starts, results, lost workers and what its users ask for. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spentBudget } from '../../../src/fleet/rollout/rollout.ts';
import type { Result } from '../../../src/fleet/rollout/target.ts';
import { type SimulatedAccount, Simulation } from './simulated.ts';

const WAVES = 3;
const account: fc.Arbitrary<SimulatedAccount> = fc.record({
  wave: fc.constantFrom(0, 0, 0, 1, 2),
  approved: fc.constantFrom(true, true, true, false),
  changing: fc.boolean(),
});
const accounts = fc.array(account, { maxLength: 12 });
const strategy = fc.record({
  soakMs: fc.constantFrom(0, 10),
  maxFailedPercent: fc.constantFrom(0, 20, 50, 100),
  maxUncertain: fc.nat(2),
});
const good: fc.Arbitrary<Result> = fc.constantFrom({ kind: 'applied' }, { kind: 'unchanged' });
const result: fc.Arbitrary<Result> = fc.oneof(
  { weight: 2, arbitrary: good },
  fc.constantFrom<Result>({ kind: 'moved' }, { kind: 'uncertain' }, { kind: 'skipped' }),
  fc.constant<Result>({ kind: 'failed', because: 'refused' }),
  fc.nat(60).map((until): Result => ({ kind: 'put-off', because: 'rate', until })),
);
const index = fc.nat(11);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('start'), index }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('report'), index, result, stale: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('look') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('time'), by: fc.nat(40) }) },
  fc.record({ do: fc.constant('lose'), index }),
  fc.record({ do: fc.constantFrom('pause', 'resume', 'abort') }),
) as fc.Arbitrary<
  | { readonly do: 'start' | 'lose'; readonly index: number }
  | { readonly do: 'report'; readonly index: number; readonly result: Result; readonly stale: boolean }
  | { readonly do: 'time'; readonly by: number }
  | { readonly do: 'look' | 'pause' | 'resume' | 'abort' }
>;

function begun(...of: ConstructorParameters<typeof Simulation>): Simulation {
  const simulation = new Simulation(...of);
  simulation.look('planned');
  simulation.look('start');
  return simulation;
}

test('accounts start only in an allowed phase, wave and budget, and end once', () => {
  fc.assert(
    fc.property(accounts, strategy, fc.array(step, { maxLength: 80 }), (all, how, steps) => {
      const simulation = begun(all, WAVES, how);
      for (const one of steps) {
        const { phase, wave } = simulation.rollout;
        const spent = spentBudget(simulation.rollout, simulation.tallies());
        switch (one.do) {
          case 'start': {
            const started = simulation.start(one.index);
            if (!started) break;
            expect([phase, spent, all[one.index]?.approved]).toEqual(['rolling', undefined, true]);
            expect(all[one.index]?.wave).toBeLessThanOrEqual(wave);
            break;
          }
          case 'report': {
            const before = simulation.targets[one.index];
            if (one.stale) simulation.report(one.index, one.result, (before?.attempt ?? 0) - 1);
            else simulation.report(one.index, one.result);
            if (one.stale || before?.state !== 'running') expect(simulation.targets[one.index]).toBe(before);
            break;
          }
          case 'lose':
            simulation.lose(one.index);
            break;
          case 'time':
            simulation.now += one.by;
            break;
          default:
            simulation.look(one.do);
        }
        if (phase === 'aborted') expect(simulation.rollout.phase).toBe('aborted');
      }
      expect(Math.max(0, ...simulation.ends)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 1_000 },
  );
});

test('failures exceed the budget at most by the running accounts', () => {
  fc.assert(
    fc.property(
      fc.array(account, { minLength: 1, maxLength: 40 }),
      strategy,
      fc.integer({ min: 1, max: 5 }),
      (all, how, slots) => {
        const simulation = begun(all, WAVES, how);
        let running: readonly number[] = [];
        for (let round = 0; round < 200; round += 1) {
          const free = all.map((_, at) => at).filter((at) => !running.includes(at));
          for (const at of free) if (running.length < slots && simulation.start(at)) running = [...running, at];
          const [first, ...others] = running;
          if (first !== undefined) simulation.report(first, { kind: 'failed', because: 'refused' });
          running = others;
          simulation.now += 10;
          simulation.look();
        }
        simulation.tallies().forEach(({ changing, failed }) => {
          const allowed = Math.floor((how.maxFailedPercent * changing) / 100);
          expect(failed).toBeLessThanOrEqual(allowed + slots);
        });
      },
    ),
    { numRuns: 60 },
  );
});

test('a rollout with good results ends after any pause, loss or deferral', () => {
  fc.assert(
    fc.property(accounts, strategy, fc.array(step, { maxLength: 40 }), (all, how, steps) => {
      const simulation = begun(all, WAVES, { ...how, maxFailedPercent: 100, maxUncertain: 99 });
      if (simulation.rollout.phase === 'review') return;
      for (const one of steps) {
        if (one.do === 'start') simulation.start(one.index);
        if (one.do === 'report' && (one.result.kind === 'applied' || one.result.kind === 'put-off'))
          simulation.report(one.index, one.result);
        if (one.do === 'lose' && simulation.targets[one.index]?.lost === 0) simulation.lose(one.index);
        if (one.do === 'time') simulation.now += one.by;
        if (one.do === 'pause' || one.do === 'resume' || one.do === 'look') simulation.look(one.do);
      }
      simulation.look('resume');
      for (let round = 0; round < 20 && simulation.rollout.phase !== 'done'; round += 1) {
        simulation.now += 100;
        all.forEach((_, at) => {
          simulation.start(at);
          simulation.report(at, { kind: 'applied' });
        });
        simulation.look();
      }
      expect(simulation.rollout.phase).toBe('done');
      const ran = all.filter(({ approved }) => approved).length;
      const ended = simulation.states().filter((state) => state === 'applied' || state === 'failed');
      expect(ended).toHaveLength(ran);
      expect(simulation.states().filter((state) => state === 'waiting')).toHaveLength(all.length - ran);
    }),
    { numRuns: 500 },
  );
});

test('the order of results does not matter', () => {
  const results = fc.array(result, { minLength: 8, maxLength: 8 });
  const orders = fc.tuple(
    ...Array.from({ length: 2 }, () => fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 })),
  );
  fc.assert(
    fc.property(results, orders, strategy, (each, both, how) => {
      const all = each.map(() => ({ wave: 0, approved: true, changing: true }));
      const [one, other] = both.map((order) => {
        const simulation = begun(all, WAVES, how);
        for (const at of order) simulation.start(at);
        for (const at of order) simulation.report(at, each[at] ?? { kind: 'applied' });
        simulation.look();
        return { rollout: simulation.rollout, targets: simulation.targets };
      });
      expect(one).toEqual(other);
    }),
  );
});
