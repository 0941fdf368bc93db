/** With the input target, a merge counts as applied only once everything was seen to be in the account. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { aRepositoryOfNumbers, type NumbersUnderTest } from './numbers.ts';
import { mergeSha } from './repository.ts';

const POINTS = { target: 'property:contacts/points' };
const BOTH = { points: 'Points', visits: 'Visits' };
const WAITS = 'Merged, not yet applied: #1.';

let repository: NumbersUnderTest;
beforeEach(async () => {
  repository = await aRepositoryOfNumbers();
});
afterEach(() => repository.close());

async function planAndMerge(inputs: Readonly<Record<string, string>>) {
  await repository.declare(BOTH);
  expect(await repository.push(1, inputs)).toMatchObject({ code: 0 });
  return repository.merge(1, inputs);
}

/** What the plan of another pull request says first. */
async function saysBefore(inputs: Readonly<Record<string, string>> = {}): Promise<string> {
  await repository.declare({ ...BOTH, visits: 'All visits' });
  await repository.push(2, inputs);
  await repository.declare(BOTH);
  return repository.comment(2);
}

test('what the target left out stays merged and not applied until an apply of everything; what it named is approved once', async () => {
  const merged = await planAndMerge(POINTS);
  expect(merged).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await repository.labels()).toEqual({ points: 'Points' });
  for (const told of [merged.summary, repository.comment(1)])
    expect(told).toContain('Only what the input target names was applied');
  expect(await saysBefore()).toContain(WAITS);
  expect(await saysBefore(POINTS)).toContain(WAITS);

  await repository.service.admin(1001).editProperty('contacts', 'points', { label: 'By hand' });
  const written = await repository.writes();
  const again = await repository.applyAgain(1, POINTS);
  expect(again).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(again.log).toContain('title=approval-used');
  expect(await repository.writes()).toEqual(written);

  const rest = await repository.applyAgain(1);
  expect(rest).toMatchObject({ code: 6 });
  const event = { name: 'workflow_dispatch', payload: {} };
  const inputs = { command: 'apply', digest: rest.outputs['digest'] ?? '' };
  expect(await repository.job(mergeSha(1), { inputs, event })).toMatchObject({ code: 0 });
  expect(await repository.labels()).toEqual(BOTH);
  expect(await saysBefore()).not.toContain(WAITS);
});

test('a target that leaves out nothing of what is missing is an apply of everything', async () => {
  const target = Object.keys(BOTH).map((name) => `property:contacts/${name}`);
  const merged = await planAndMerge({ target: target.join('\n') });
  expect(merged).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(merged.summary).not.toContain('Only what the input target names was applied');
  expect(await saysBefore()).not.toContain(WAITS);
});

test('a target that leaves out all of a merge does not make it applied', async () => {
  await repository.declare({ points: 'Points' });
  expect(await repository.applyAgain(3, { review: 'none' })).toMatchObject({ code: 0 });
  expect(await planAndMerge(POINTS)).toMatchObject({ code: 0, outputs: { 'has-changes': 'false' } });
  expect(await repository.labels()).toEqual({ points: 'Points' });
  expect(await saysBefore()).toContain(WAITS);
});
