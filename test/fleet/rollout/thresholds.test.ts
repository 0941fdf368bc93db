import { expect, test } from 'vitest';
import { brokenThresholds, requireThresholds } from '../../../src/fleet/rollout/thresholds.ts';
import type { Thresholds } from '../../../src/model/fleet.ts';

const cluster = (accounts: number, more: Partial<Parameters<typeof brokenThresholds>[0][number]> = {}) => ({
  accounts,
  actions: {},
  risks: [],
  severities: [],
  ...more,
});
const LOSS = cluster(15, { actions: { update: 2 }, risks: ['option-removal'], severities: ['destructive'] });
const FLEET = [cluster(900), LOSS, cluster(85, { actions: { update: 1 } })];
const broken = (thresholds: Thresholds) => brokenThresholds(FLEET, [thresholds]).map(({ message }) => message);

test('a threshold is exceeded only by both its share and its number', () => {
  expect(brokenThresholds(FLEET, [{ 'option-removal': { percent: 1, above: 10 } }])).toEqual([
    {
      code: 'fleet-threshold',
      severity: 'error',
      message:
        '15 of 1000 accounts (1.5 %) have a change that counts as option-removal. At most 1 % may, once there are more than 10.',
      hint: 'Look at their clusters. If the change is meant, approve over the threshold option-removal.',
    },
  ]);
});

test.each([
  ['at its share', { destructive: { percent: 1.5, above: 10 } }],
  ['at its number', { destructive: { percent: 0, above: 15 } }],
  ['of what nobody has', { remove: { percent: 0, above: 0 } }],
] as const)('a threshold is kept %s', (_, thresholds) => {
  expect(broken(thresholds)).toEqual([]);
});

test('actions, severities and risks are counted over all clusters that have them', () => {
  expect(broken({ update: { percent: 9, above: 0 }, destructive: { percent: 1, above: 0 } })).toEqual([
    '100 of 1000 accounts (10 %) have a change that counts as update. At most 9 % may, once there are more than 0.',
    '15 of 1000 accounts (1.5 %) have a change that counts as destructive. At most 1 % may, once there are more than 0.',
  ]);
});

test('the stricter of two thresholds counts and is reported once', () => {
  const strict = { update: { percent: 1, above: 0 } };
  const loose = { update: { percent: 90, above: 500 } };
  const told = broken(strict);
  expect(told).toHaveLength(1);
  for (const sets of [
    [strict, loose],
    [loose, strict],
    [{}, strict],
  ])
    expect(brokenThresholds(FLEET, sets).map(({ message }) => message)).toEqual(told);
});

test('every invalid threshold is named', () => {
  const wrong = {
    updates: { percent: 1, above: 1 },
    create: { percent: 101, above: 1 },
    update: { percent: 1, above: 1.5 },
    remove: null,
    blocked: { percent: 1, above: 1, most: 2 },
    destructive: { percent: Number.NaN, above: 1 },
  };
  expect(() => requireThresholds({ ...wrong, irreversible: { percent: 0, above: 0 } })).toThrow(
    expect.objectContaining({
      code: 'argument-invalid',
      message: 'Invalid thresholds of the fleet: updates, create, update, remove, blocked, destructive.',
    }),
  );
});
