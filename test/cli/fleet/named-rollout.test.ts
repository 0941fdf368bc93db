/** The rollout that a command means: the beginning of its id, or the only rollout that allows the command. */

import { expect, test } from 'vitest';
import { namedRollout } from '../../../src/cli/fleet/named-rollout.ts';
import type { FleetRead } from '../../../src/fleet/index.ts';
import type { RolloutSummary } from '../../../src/model/rollout-status.ts';

function readOf(...each: readonly Partial<RolloutSummary>[]): FleetRead {
  const all = each.map((summary, at) => ({
    ...{ kind: 'apply', note: '', by: null, reverts: null, revertedBy: null, wave: 0, states: {} },
    ...{ rollout: `${'abcdefgh'[at]}${at}`, createdAt: '2026-11-20T10:00:00.000Z', ...summary },
  }));
  return { rollouts: async ({ limit = 20 } = {}) => all.slice(0, limit) } as unknown as FleetRead;
}

const REVIEW = { phase: 'review', states: { waiting: 1 } } as const;
const REVERTED = { revertedBy: { rollout: 'r9', phase: 'done' } } as const;

test('shows the newest rollout without a name', async () => {
  expect(await namedRollout(readOf({ phase: 'done' }, REVIEW), undefined, 'show')).toBe('a0');
});

test('the beginning of an id names a rollout of any phase', async () => {
  expect(await namedRollout(readOf({ phase: 'done' }, REVIEW), 'a', 'approve')).toBe('a0');
});

test.each([
  ['approve', REVIEW, { phase: 'paused', states: { waiting: 1 } }],
  ['start', { phase: 'review' }, { phase: 'planning' }],
  ['pause', { phase: 'soaking' }, { phase: 'paused' }],
  ['resume', { phase: 'paused' }, { phase: 'stopped', ...REVERTED }],
  ['resume', { phase: 'done', states: { approved: 1 } }, { phase: 'done' }],
  ['abort', { phase: 'planning' }, { phase: 'done' }],
  ['retry', { phase: 'done', states: { skipped: 1 } }, { phase: 'done', kind: 'drift', states: { failed: 1 } }],
  ['retry', { phase: 'stopped', states: { failed: 1 } }, { phase: 'aborted', states: { failed: 1 } }],
  ['retry', { phase: 'paused', states: { uncertain: 1 } }, { phase: 'done', states: { failed: 1 }, ...REVERTED }],
] as const)('%s means the rollout %o and not %o', async (purpose, meant, other) => {
  expect(await namedRollout(readOf(other, meant), undefined, purpose)).toBe('b1');
  await expect(namedRollout(readOf(other), undefined, purpose)).rejects.toMatchObject({
    code: 'rollout-unknown',
    message: expect.stringMatching(/^No rollout can .+ now\.$/),
  });
});

test('approve means the rollout that waits for it, or the only one in review', async () => {
  const approved = { phase: 'review', states: { approved: 1 } } as const;
  expect(await namedRollout(readOf(approved, REVIEW), undefined, 'approve')).toBe('b1');
  expect(await namedRollout(readOf(approved), undefined, 'approve')).toBe('a0');
});

test('names at most five rollouts that allow the command, with their notes', async () => {
  const noted = Array.from({ length: 7 }, (_, at) => ({ ...REVIEW, by: 'ann', note: `commit ${at}` }));
  await expect(namedRollout(readOf(...noted), undefined, 'approve')).rejects.toMatchObject({
    code: 'rollout-ambiguous',
    hint: expect.stringMatching(
      /^Name one of them: a0 \(review, made 2026-11-20 10:00 UTC by ann, commit 0\);.+commit 4\)\. Show all rollouts: `trueup fleet status`$/,
    ),
  });
});

test('an unknown name, an ambiguous name and a fleet without rollouts are refused', async () => {
  const read = readOf(REVIEW, REVIEW);
  await expect(namedRollout(read, 'x', 'show')).rejects.toMatchObject({ code: 'rollout-unknown' });
  await expect(namedRollout(read, '', 'show')).rejects.toMatchObject({ code: 'rollout-ambiguous' });
  await expect(namedRollout(readOf(), undefined, 'show')).rejects.toMatchObject({
    hint: 'Plan the fleet: `trueup fleet plan`',
  });
});

test('the only rollout that allows the command is found behind many others', async () => {
  const many = Array.from({ length: 150 }, (_, at) => ({ rollout: `z${at}`, phase: 'done' as const }));
  expect(await namedRollout(readOf(...many, { ...REVIEW, rollout: 'last' }), undefined, 'approve')).toBe('last');
});
