import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterEvent,
  pauseMs,
  queueMs,
  type Result,
  type Target,
  type TargetEvent,
  type TargetLimits,
} from '../../../src/fleet/rollout/target.ts';
import type { FailedFor } from '../../../src/model/rollout.ts';
import { NEW_TARGET, taken } from './simulated.ts';

const LIMITS: TargetLimits = { patienceMs: 1_000, maxLost: 3 };
const APPROVED: Target = { ...NEW_TARGET, state: 'approved' };
const RUNNING = taken(APPROVED);
const after = (target: Target, event: TargetEvent): Target => afterEvent(target, event, LIMITS);
const report = (target: Target, at: number, result: Result): Target =>
  after(target, { kind: 'result', attempt: target.attempt, at, result });
const putOff = (target: Target, at: number, until: number): Target =>
  report(target, at, { kind: 'put-off', because: 'rate', until });

test('a result of an earlier attempt changes nothing', () => {
  const again = taken(after(RUNNING, { kind: 'lost', attempt: 1 }));
  expect(again).toEqual({ ...RUNNING, attempt: 2, lost: 1 });
  expect(after(again, { kind: 'result', attempt: 1, at: 6, result: { kind: 'applied' } })).toBe(again);
  expect(after(again, { kind: 'lost', attempt: 1 })).toBe(again);
});

test('an account that is put off fails once its patience is over', () => {
  const deferred = putOff(RUNNING, 100, 600);
  expect(deferred).toEqual({ ...RUNNING, state: 'deferred', notBefore: 600, putOffAt: 100, errorKind: 'rate' });
  const second = putOff(taken(deferred), 700, 1_100);
  expect(second).toMatchObject({ state: 'deferred', putOffAt: 100, notBefore: 1_100 });
  expect(putOff(taken(second), 1_101, 1_101)).toMatchObject({ state: 'failed', errorKind: 'rate' });
  expect(putOff(RUNNING, 100, 1_101)).toMatchObject({ state: 'failed', errorKind: 'rate' });
});

test('the wait for the ledger of an app does not count against patience', () => {
  const queued = report(RUNNING, 100, { kind: 'queued', until: 5_100 });
  expect(queued).toEqual({ ...RUNNING, state: 'deferred', notBefore: 5_100, errorKind: 'busy' });
  const off = putOff(taken(queued), 5_100, 5_600);
  const again = report(taken(off), 5_600, { kind: 'queued', until: 9_600 });
  expect(again).toMatchObject({ state: 'deferred', putOffAt: 9_100, notBefore: 9_600 });
  const late = { kind: 'result', attempt: 1, at: 100, result: { kind: 'queued', until: 600 } } as const;
  const aborted: TargetLimits = { patienceMs: -1, maxLost: 1 };
  expect(afterEvent(RUNNING, late, aborted)).toMatchObject({ state: 'skipped', errorKind: null });
});

test('an account whose workers end is tried three times', () => {
  const lose = (target: Target) => after(target, { kind: 'lost', attempt: target.attempt });
  const third = taken(lose(taken(lose(RUNNING))));
  expect(third).toMatchObject({ state: 'running', attempt: 3, lost: 2 });
  expect(lose(third)).toMatchObject({ state: 'failed', lost: 3, errorKind: 'worker' });
});

test('a retry starts accounts again that failed, are uncertain or were skipped', () => {
  for (const state of ['failed', 'uncertain', 'skipped'] as const)
    expect(after({ ...RUNNING, state, lost: 3, errorKind: 'auth' }, { kind: 'retry' })).toEqual({
      ...APPROVED,
      attempt: 1,
    });
  for (const state of ['waiting', 'approved', 'running', 'deferred'] as const)
    expect(after({ ...RUNNING, state }, { kind: 'retry' })).toEqual({ ...RUNNING, state });
});

test('no event changes an account that is applied, unchanged or moved', () => {
  const result = fc
    .constantFrom('applied', 'unchanged', 'moved', 'uncertain', 'skipped')
    .map((kind) => ({ kind }) as const);
  const event: fc.Arbitrary<TargetEvent> = fc.oneof(
    fc.nat(3).map((attempt) => ({ kind: 'lost', attempt }) as const),
    fc.constant({ kind: 'retry' } as const),
    fc.tuple(fc.nat(3), result).map(([attempt, one]) => ({ kind: 'result', attempt, at: 0, result: one }) as const),
  );
  fc.assert(
    fc.property(fc.constantFrom('applied', 'unchanged', 'moved'), event, (state, one) => {
      const target: Target = { ...RUNNING, state };
      expect(after(target, one)).toBe(target);
    }),
  );
});

/** Returns the pauses of an account that is put off at each try, for these reasons. */
function pauses(...reasons: readonly FailedFor[]): readonly number[] {
  let [at, errorKind] = [1_000_000, null as FailedFor | null];
  const putOffAt = at;
  return reasons.map((because, index) => {
    const pause = pauseMs({ putOffAt: index === 0 ? null : putOffAt, errorKind }, { because, at });
    [at, errorKind] = [at + pause, because];
    return pause / 1_000;
  });
}

test('the time between two attempts doubles up to five minutes, except after a first conflict', () => {
  const busy = Array.from({ length: 10 }, () => 'busy' as const);
  expect(pauses(...busy)).toEqual([5, 5, 10, 20, 40, 80, 160, 300, 300, 300]);
  expect(pauses('rate', 'conflict', 'conflict', 'conflict')).toEqual([5, 0, 5, 10]);
  expect([1, 2, 3, 4, 5, 50].map(queueMs)).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000]);
});
