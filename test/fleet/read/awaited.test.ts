import { expect, it } from 'vitest';
import { findAwaited } from '../../../src/fleet/read/status.ts';
import type { StatusRow } from '../../../src/fleet/read/status-statements.ts';

const ROW: StatusRow = {
  ...{
    id: 'r1',
    kind: 'apply',
    phase: 'soaking',
    note: '',
    wave: 0,
    created_by: null,
    reverts: null,
    reverted_by: null,
  },
  ...{ created_at: new Date(0), waves: '50%,100%', soak_ms: 0, max_failed: 1, max_uncertain: 0 },
  ...{
    soak_until: 1_000,
    now: 2_000,
    selected: null,
    tally: [],
    told: [],
    asked: null,
    overlap: null,
    due: null,
  },
};

it.each([
  ['is not over', 3_000, 'soak'],
  ['is over', 1_000, 'worker'],
] as const)('names the awaited step of a soak that %s', (_, soak_until, what) => {
  expect(findAwaited({ ...ROW, soak_until })?.what).toBe(what);
});

it('a planning without any plan waits for a new planning', () => {
  const review = (state: 'failed' | 'skipped' | 'waiting' | 'approved') => {
    const tally = [{ wave: -1, state, accounts: 2, changing: 0 }] as const;
    return findAwaited({ ...ROW, phase: 'review', wave: -1, tally })?.what;
  };
  expect(['failed', 'skipped', 'waiting', 'approved'].map((state) => review(state as 'failed'))).toEqual([
    ...['replan', 'replan', 'approval', 'start'],
  ]);
});

it('idle accounts wait for a worker', () => {
  const rolling = (state: 'approved' | 'running') =>
    ({ ...ROW, phase: 'rolling', soak_until: null, tally: [{ wave: 0, state, accounts: 2, changing: 2 }] }) as const;
  expect([findAwaited(rolling('approved'))?.what, findAwaited(rolling('running'))?.what]).toEqual([
    'worker',
    'accounts',
  ]);
});
