import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterEvent,
  isClaimable,
  NEW_TARGET,
  type Target,
  type TargetEvent,
  type TargetLimits,
} from '../../../src/fleet/rollout/target.ts';

const LIMITS: TargetLimits = { patienceMs: 1_000, maxLost: 3 };
const APPROVED: Target = { ...NEW_TARGET, state: 'approved' };
const RUNNING: Target = { ...NEW_TARGET, state: 'running', attempt: 1 };
const after = (target: Target, ...events: readonly TargetEvent[]): Target =>
  events.reduce((now, event) => afterEvent(now, event, LIMITS), target);

test('an account that is not approved is never claimed', () => {
  expect(after(NEW_TARGET, { kind: 'claimed', at: 0 })).toBe(NEW_TARGET);
  expect(after(APPROVED, { kind: 'claimed', at: 0 })).toEqual(RUNNING);
});

test('a result of an earlier claim counts nothing', () => {
  const again = after(RUNNING, { kind: 'lost', attempt: 1 }, { kind: 'claimed', at: 5 });
  expect(again).toEqual({ ...RUNNING, attempt: 2, lost: 1 });
  const late = after(again, { kind: 'result', attempt: 1, at: 6, result: { kind: 'applied' } });
  expect(late).toBe(again);
  expect(after(again, { kind: 'lost', attempt: 1 })).toBe(again);
});

test('an account that is put off comes back when its time has come, and fails once patience is over', () => {
  const off = (attempt: number, at: number, until: number): TargetEvent => ({
    kind: 'result',
    attempt,
    at,
    result: { kind: 'put-off', because: 'rate', until },
  });
  const deferred = after(RUNNING, off(1, 100, 600));
  expect(deferred).toEqual({ ...RUNNING, state: 'deferred', notBefore: 600, putOffAt: 100, errorKind: 'rate' });
  expect([599, 600].map((now) => isClaimable(deferred, now))).toEqual([false, true]);
  const second = after(deferred, { kind: 'claimed', at: 600 }, off(2, 700, 1_100));
  expect(second).toMatchObject({ state: 'deferred', putOffAt: 100, notBefore: 1_100 });
  expect(after(second, { kind: 'claimed', at: 1_100 }, off(3, 1_101, 1_101))).toMatchObject({
    state: 'failed',
    errorKind: 'rate',
  });
  expect(after(RUNNING, off(1, 100, 1_101))).toMatchObject({ state: 'failed', errorKind: 'rate' });
});

test('an account that is in the queue for what belongs to its app never fails for it, and the time does not count', () => {
  const put = (kind: 'put-off' | 'queued', attempt: number, at: number, until: number): TargetEvent => ({
    kind: 'result',
    attempt,
    at,
    result: kind === 'queued' ? { kind, until } : { kind, because: 'rate', until },
  });
  const queued = after(RUNNING, put('queued', 1, 100, 5_100));
  expect(queued).toEqual({ ...RUNNING, state: 'deferred', notBefore: 5_100, errorKind: 'busy' });
  const off = after(queued, { kind: 'claimed', at: 5_100 }, put('put-off', 2, 5_100, 5_600));
  const again = after(off, { kind: 'claimed', at: 5_600 }, put('queued', 3, 5_600, 9_600));
  expect(again).toMatchObject({ state: 'deferred', putOffAt: 9_100, notBefore: 9_600 });
  const aborted: TargetLimits = { patienceMs: -1, maxLost: 1 };
  expect(afterEvent(RUNNING, put('queued', 1, 100, 600), aborted)).toMatchObject({ state: 'skipped', errorKind: null });
});

test('an account that ends its workers is given back twice, then left alone', () => {
  const lose = (target: Target) => after(target, { kind: 'lost', attempt: target.attempt }, { kind: 'claimed', at: 0 });
  const third = lose(lose(RUNNING));
  expect(third).toMatchObject({ state: 'running', attempt: 3, lost: 2 });
  expect(lose(third)).toMatchObject({ state: 'failed', lost: 3, errorKind: 'worker' });
});

test('only what failed, is uncertain or was skipped is tried again, from the beginning', () => {
  for (const state of ['failed', 'uncertain', 'skipped'] as const)
    expect(after({ ...RUNNING, state, lost: 3, errorKind: 'auth' }, { kind: 'retry' })).toEqual({
      ...APPROVED,
      attempt: 1,
    });
  for (const state of ['waiting', 'approved', 'running', 'deferred', 'applied', 'unchanged', 'moved'] as const)
    expect(after({ ...RUNNING, state }, { kind: 'retry' })).toEqual({ ...RUNNING, state });
});

test('what is applied, unchanged or moved stays so, whatever is reported of it', () => {
  const result = fc
    .constantFrom('applied', 'unchanged', 'moved', 'uncertain', 'skipped')
    .map((kind) => ({ kind }) as const);
  const event: fc.Arbitrary<TargetEvent> = fc.oneof(
    fc.nat(9).map((at) => ({ kind: 'claimed', at }) as const),
    fc.nat(3).map((attempt) => ({ kind: 'lost', attempt }) as const),
    fc.constant({ kind: 'retry' } as const),
    fc.tuple(fc.nat(3), result).map(([attempt, one]) => ({ kind: 'result', attempt, at: 0, result: one }) as const),
  );
  fc.assert(
    fc.property(fc.constantFrom('applied', 'unchanged', 'moved'), fc.array(event), (state, events) => {
      const target: Target = { ...RUNNING, state };
      expect(after(target, ...events)).toBe(target);
    }),
  );
});
