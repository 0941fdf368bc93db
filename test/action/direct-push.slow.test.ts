/** What nobody reviewed is shown, and applied by a person alone. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { aRepositoryOfNumbers, type NumbersUnderTest } from './numbers.ts';

let repository: NumbersUnderTest;
beforeEach(async () => {
  repository = await aRepositoryOfNumbers();
});
afterEach(() => repository.close());

test.each([
  ['a direct push', undefined],
  ['a merged pull request of a fork', { number: 5, headSha: 'f0', headRepo: 'mallory/schema' }],
])('%s shows its plan with the digest that a dispatch takes, and applies nothing', async (_, pull) => {
  await repository.declare({ points: 'Points' });
  const commit = await repository.commit();
  repository.toMain(commit);
  if (pull !== undefined) repository.standIn.state.pulls.push({ ...pull, mergeSha: commit });
  const event = { name: 'push', payload: { ref: 'refs/heads/main' } };
  const pushed = await repository.job(commit, { inputs: { command: 'apply' }, event });
  expect(pushed).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  const digest = pushed.outputs['digest'] ?? '';
  for (const told of [pushed.log, pushed.summary]) {
    expect(told).toContain(`digest: ${digest}`);
    expect(told).toContain('property:contacts/points');
  }
  expect(await repository.writes()).toEqual([]);
  const dispatched = { name: 'workflow_dispatch', payload: {} };
  expect(await repository.job(commit, { inputs: { command: 'apply', digest }, event: dispatched })).toMatchObject({
    code: 0,
  });
  expect(await repository.labels()).toEqual({ points: 'Points' });
});

test('a direct push of what would be refused anyway is shown without a digest to apply it with', async () => {
  // The account has this one, as a text.
  await repository.declare({ email: 'Address' });
  const commit = await repository.commit();
  repository.toMain(commit);
  const event = { name: 'push', payload: { ref: 'refs/heads/main' } };
  const pushed = await repository.job(commit, { inputs: { command: 'apply' }, event });
  expect(pushed).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  const digest = pushed.outputs['digest'] ?? '';
  expect(digest).toMatch(/^[0-9a-f]{20}$/);
  for (const told of [pushed.log, pushed.summary]) {
    expect(told).toContain('property:contacts/email');
    expect(told).not.toContain(digest);
    expect(told).toContain('This plan cannot be applied as it is: 1 change blocked.');
  }
});
