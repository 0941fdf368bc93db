import { expect, test } from 'vitest';
import { pauseMs, queueMs } from '../../../src/fleet/rollout/pause.ts';
import type { FailedFor } from '../../../src/model/rollout.ts';

/** The pauses of an account that is put off again as soon as it is tried, for these reasons. */
function pauses(...reasons: readonly FailedFor[]): readonly number[] {
  let [at, errorKind] = [1_000_000, null as FailedFor | null];
  const putOffAt = at;
  return reasons.map((because, index) => {
    const pause = pauseMs({ putOffAt: index === 0 ? null : putOffAt, errorKind }, { because, at });
    [at, errorKind] = [at + pause, because];
    return pause;
  });
}

test('the time between two attempts doubles, up to five minutes', () => {
  const many = pauses(...Array.from({ length: 10 }, () => 'busy' as const));
  expect(many).toEqual([5, 5, 10, 20, 40, 80, 160, 300, 300, 300].map((seconds) => seconds * 1_000));
});

test('a first conflict is tried again at once, and one that stays is not', () => {
  expect(pauses('conflict', 'conflict', 'conflict', 'conflict')).toEqual([0, 5_000, 5_000, 10_000]);
  expect(pauses('rate', 'conflict', 'conflict')).toEqual([5_000, 0, 5_000]);
});

test('an account in the queue for the ledger of an app is tried again soon', () => {
  expect([1, 2, 3, 4, 5, 50].map(queueMs)).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000]);
});
