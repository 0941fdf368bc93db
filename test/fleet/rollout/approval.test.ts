import { expect, test } from 'vitest';
import { approvesItself, listApproved } from '../../../src/fleet/rollout/approval.ts';
import type { Standing } from '../../../src/model/rollout.ts';

const cluster = (shape: string, standing: Standing) => ({ shape, standing, accounts: 1 });
const EMPTY = cluster('00000000aaaaaaaaaaaa', 'empty');
const SAFE = cluster('11111111aaaaaaaaaaaa', 'safe');
const RISKY = cluster('22222222aaaaaaaaaaaa', 'risky');
const TWIN = cluster('22222222bbbbbbbbbbbb', 'safe');
const BLOCKED = cluster('33333333aaaaaaaaaaaa', 'blocked');
const ALL = [EMPTY, SAFE, RISKY, TWIN, BLOCKED];
const by = (names: readonly string[], all = false) => listApproved(ALL, { names, all });

test('empty plans need no approval, safe plans are approved together, risky plans by name', () => {
  expect(ALL.filter(approvesItself)).toEqual([EMPTY]);
  expect(by([], true)).toEqual([SAFE.shape, TWIN.shape]);
  expect(by(['22222222a'])).toEqual([RISKY.shape]);
  expect(by([SAFE.shape, '11111111'])).toEqual([SAFE.shape]);
  expect(by(['00000000'])).toEqual([]);
  expect(by([])).toEqual([]);
});

test('faulty names are reported together, and the approval is refused', () => {
  expect(() => by(['22222222', '1111', '44444444', '33333333', SAFE.shape, 'all'], true)).toThrow(
    expect.objectContaining({
      code: 'approval-refused',
      message:
        'Nothing was approved. 22222222 is the beginning of 22222222aaaaaaaaaaaa and 22222222bbbbbbbbbbbb. "1111" is not the beginning of a shape. There is no cluster 44444444. The plans of cluster 33333333 are blocked. "all" is not the beginning of a shape.',
    }),
  );
});
