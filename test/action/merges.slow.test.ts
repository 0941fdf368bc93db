/** Several merges before one apply are one story. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { aRepositoryOfNumbers, type NumbersUnderTest } from './numbers.ts';
import { mergeSha } from './repository.ts';

let repository: NumbersUnderTest;
beforeEach(async () => {
  repository = await aRepositoryOfNumbers();
});
afterEach(() => repository.close());

describe('two pull requests that are merged before one apply', () => {
  test.each([
    ['the first one first', [1, 2]],
    ['the second one first', [2, 1]],
  ] as const)('%s: the last job applies both, as both were reviewed, and tells both', async (_, [first, second]) => {
    const own = { 1: { points: 'Points' }, 2: { visits: 'Visits' } };
    await repository.plan(1, own[1]);
    await repository.plan(2, own[2]);
    await repository.mergeOnly(first, own[first]);
    await repository.mergeOnly(second, { ...own[1], ...own[2] });
    const applied = await repository.applyAgain(second);
    expect(applied).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await repository.writes()).toEqual(['createProperty', 'createProperty']);
    for (const pull of [first, second]) {
      expect(repository.comment(pull)).toContain('**2 applied**');
      expect(repository.comment(pull)).toContain(`Applied together: #${second}, #${first}.`);
    }
    // Both approvals are used up, and nothing is left.
    await repository.service.admin(1001).editProperty('contacts', 'points', { label: 'By hand' });
    expect((await repository.applyAgain(second)).code).toBe(6);
    expect(await repository.writes()).toHaveLength(2);
  });

  test('that change each other are not applied, both say so with the digest to give, and that applies them', async () => {
    await repository.declare({ points: 'Points' });
    await repository.plan(1, { points: 'Points' });
    expect((await repository.merge(1)).code).toBe(0);
    await repository.plan(2, { points: 'Score' });
    await repository.plan(3, { points: 'Marks', visits: 'Visits' });
    await repository.mergeOnly(2, { points: 'Score' });
    // What Git made of both is what neither shows.
    await repository.mergeOnly(3, { points: 'Score or marks', visits: 'Visits' });
    const before = await repository.writes();
    const refused = await repository.applyAgain(3);
    expect(refused).toMatchObject({ code: 6, outputs: { result: 'failed' } });
    const digest = refused.outputs['digest'] ?? '';
    for (const told of [refused.log, refused.summary, repository.comment(2), repository.comment(3)])
      expect(told).toContain(`digest: ${digest}`);
    for (const pull of [2, 3]) expect(repository.comment(pull)).toContain('Merged, not yet applied: #3, #2.');
    // It is not that of the plan above it.
    for (const pull of [2, 3]) expect(repository.comment(pull)).toMatch(/<sub>trueup: reviewed digest `[0-9a-f]{20}`/);
    expect(repository.comment(3)).not.toContain('No ledger yet');
    expect(await repository.writes()).toEqual(before);
    const event = { name: 'workflow_dispatch', payload: {} };
    const dispatched = await repository.job(mergeSha(3), { inputs: { command: 'apply', digest }, event });
    expect(dispatched).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await repository.labels()).toEqual({ points: 'Score or marks', visits: 'Visits' });
    for (const pull of [2, 3]) expect(repository.comment(pull)).toContain('**2 applied**');
  });

  test('that both change the same apply what the last one says', async () => {
    await repository.plan(1, { points: 'Points' });
    await repository.plan(2, { points: 'Score' });
    await repository.mergeOnly(1, { points: 'Points' });
    await repository.mergeOnly(2, { points: 'Score' });
    expect(await repository.applyAgain(2)).toMatchObject({ code: 0 });
    expect(await repository.labels()).toEqual({ points: 'Score' });
  });

  test('are finished by the same job when the first run of it stops halfway', async () => {
    await repository.plan(1, { points: 'Points' });
    await repository.plan(2, { visits: 'Visits' });
    await repository.mergeOnly(1, { points: 'Points' });
    await repository.mergeOnly(2, { points: 'Points', visits: 'Visits' });
    repository.service.faults.add({ do: 'latency', endpoint: 'createProperty', ms: 400 });
    const dies = repository.calledOnce('createProperty', 0);
    const killed = await repository.applyAgain(2, { concurrency: '1' }, { runId: 660, dies });
    expect(killed.code).not.toBe(0);
    while (Object.keys(await repository.labels()).length === 0) await new Promise((resolve) => setImmediate(resolve));
    const again = await repository.applyAgain(2, {}, { runId: 660, attempt: 2 });
    expect(again).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await repository.labels()).toEqual({ points: 'Points', visits: 'Visits' });
    expect(await repository.writes()).toHaveLength(2);
  });
});

test('a merge by rebase is found by each of its commits', async () => {
  await repository.plan(1, { points: 'Points' });
  await repository.plan(2, { visits: 'Visits' });
  const { state } = repository.standIn;
  const [one, two] = [state.pulls[0], state.pulls[1]];
  if (one === undefined || two === undefined) throw new Error('Two were planned.');
  // Pushed together: two commits of the second, on top of the one of the first.
  await repository.declare({ points: 'Points' });
  const ofOne = await repository.commit();
  repository.toMain(ofOne);
  await repository.declare({ points: 'Points', visits: 'Visits' });
  const half = await repository.commit();
  repository.toMain(half);
  const last = await repository.commit();
  repository.toMain(last);
  const mergedAt = later();
  state.pulls.splice(
    0,
    2,
    { ...one, mergeSha: ofOne, mergedAt },
    { ...two, mergeSha: last, broughtShas: [half], mergedAt },
  );
  const event = { name: 'push', payload: { ref: 'refs/heads/main' } };
  expect(await repository.job(last, { inputs: { command: 'apply' }, event })).toMatchObject({ code: 0 });
  expect(await repository.labels()).toEqual({ points: 'Points', visits: 'Visits' });
});
