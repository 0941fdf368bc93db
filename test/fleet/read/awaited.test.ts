import { expect, it } from 'vitest';
import { awaitedBy } from '../../../src/fleet/read/awaited.ts';
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
    workers: 1,
    fitting: 1,
    held: null,
    asked: null,
    newer: null,
    older: [],
    due: null,
  },
};

it.each([
  ['a watch that is not over', { soak_until: 3_000, workers: 0 }, 'soak'],
  ['a worker that has not looked yet', {}, 'soak'],
  ['no worker', { workers: 0 }, 'worker'],
  ['no worker with its files', { fitting: 0 }, 'configuration'],
] as const)('after %s: what is awaited', (_, row, what) => {
  expect(awaitedBy({ ...ROW, ...row })?.what).toBe(what);
});

it('a planning that gave no account a plan waits for another one, and for no approval', () => {
  const review = (state: 'failed' | 'skipped' | 'waiting' | 'approved') => {
    const tally = [{ wave: -1, state, accounts: 2, changing: 0 }] as const;
    return awaitedBy({ ...ROW, phase: 'review', wave: -1, tally })?.what;
  };
  expect(['failed', 'skipped', 'waiting', 'approved'].map((state) => review(state as 'failed'))).toEqual([
    ...['replan', 'replan', 'approval', 'start'],
  ]);
});

it('accounts that no worker has the files for wait for them', () => {
  const tally = [{ wave: 0, state: 'approved', accounts: 2, changing: 2 }] as const;
  const rolling = { ...ROW, phase: 'rolling', soak_until: null, tally, fitting: 0 } as const;
  expect(awaitedBy(rolling)?.what).toBe('configuration');
  expect(awaitedBy({ ...rolling, workers: 0 })?.what).toBe('worker');
});
