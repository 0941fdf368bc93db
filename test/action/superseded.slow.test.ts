/** An approval counts for what the default branch says since: a merge that was taken back approves nothing any more. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aRepositoryOfNumbers, type NumbersUnderTest } from './numbers.ts';
import { mergeSha } from './repository.ts';

const POINTS = { points: 'Points' };
const DISPATCH = { name: 'workflow_dispatch', payload: {} };
const PUSH = { name: 'push', payload: { ref: 'refs/heads/main' } };

let repository: NumbersUnderTest;
beforeEach(async () => {
  repository = await aRepositoryOfNumbers();
  await repository.declare({});
  repository.toMain(await repository.commit());
});
afterEach(() => repository.close());

/** Somebody pushes the files, and nobody reviews them. */
async function push(numbers: Readonly<Record<string, string>>): Promise<string> {
  await repository.declare(numbers);
  const commit = await repository.commit();
  repository.toMain(commit);
  return commit;
}

/** The change of a pull request is planned, merged, and waits. */
async function planAndMerge(pull: number, numbers: Readonly<Record<string, string>>): Promise<void> {
  expect(await repository.plan(pull, numbers)).toMatchObject({ code: 0 });
  await repository.mergedOnly(pull);
}

describe('a merged change that is taken back before it was applied', () => {
  test.each([
    ['by a pull request', () => planAndMerge(2, {})],
    ['by a push', () => push({})],
  ])('%s is not approved by the earlier plan when somebody pushes it again', async (_, takeBack) => {
    await planAndMerge(1, POINTS);
    await takeBack();
    const commit = await push(POINTS);
    const pushed = await repository.job(commit, { inputs: { command: 'apply' }, event: PUSH });
    expect(pushed).toMatchObject({ code: 6, outputs: { result: 'failed' } });
    const digest = pushed.outputs['digest'] ?? '';
    for (const told of [pushed.log, pushed.summary, repository.comment(1)]) {
      expect(told).toContain(`digest: ${digest}`);
      if (told !== pushed.log)
        expect(told).toContain(
          `> **Not applied: the branch has changed since the review (\`approval-superseded\`).** Nothing was written.\n> The plan that apply would make now follows. Review it in a new pull request, or run apply manually with\n> \`digest: ${digest}\`.`,
        );
      expect(told).toMatch(/trueup.*yaml since .*1 was merged, and nobody reviewed the plan of that\./);
    }
    // Nor is it for a job that is run again, whose files are as they are now.
    expect(await repository.applyAgain(1)).toMatchObject({ code: 6 });
    expect(await repository.job(commit, { inputs: { command: 'apply' }, event: DISPATCH })).toMatchObject({ code: 6 });
    expect(await repository.writes()).toEqual([]);
    const dispatched = await repository.job(commit, { inputs: { command: 'apply', digest }, event: DISPATCH });
    expect(dispatched).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await repository.labels()).toEqual(POINTS);
  });

  test('is not approved by the earlier plan when a pull request brings it back whose plan did not contain it', async () => {
    await planAndMerge(1, POINTS);
    await planAndMerge(2, {});
    const admin = repository.service.admin(1001);
    const byHand = { label: 'Points', groupName: 'contactinformation', type: 'number', fieldType: 'number' };
    await admin.addProperty('contacts', { name: 'points', ...byHand });
    await planAndMerge(3, POINTS);
    await admin.deleteProperty('contacts', 'points');
    const ran = await repository.applyAgain(3);
    expect(ran).toMatchObject({ code: 6, outputs: { result: 'failed', 'has-changes': 'true' } });
    expect(ran.log).toContain('#3 was planned on top of #1 and merged: its plan takes the place of the earlier one.');
    expect(await repository.writes()).toEqual([]);
  });

  test('is approved once more by a pull request that brings it back', async () => {
    await planAndMerge(1, POINTS);
    await planAndMerge(2, {});
    await planAndMerge(3, POINTS);
    expect(await repository.applyAgain(3)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await repository.labels()).toEqual(POINTS);
  });
});

test.each([
  ['and adds something', { visits: 'Visits' }, 'property:contacts/visits'],
  ['and nothing else', {}, undefined],
])('a merge that a later one takes back %s is announced as superseded, not as applied', async (_, numbers, added) => {
  await planAndMerge(1, POINTS);
  await planAndMerge(2, numbers);
  const ran = await repository.applyAgain(2);
  expect(ran).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await repository.labels()).toEqual(numbers);
  const { checks } = repository.standIn.state;
  expect(checks.slice(-2).map(({ output: { title } }) => title)).toEqual(['Applied', 'Superseded']);
  expect(checks.at(-1)?.output.summary).toMatch(
    /^The plan with the digest `\w+` approves nothing any more\. #2 was planned on top of #1 and merged: its plan takes the place of the earlier one\.$/,
  );
  for (const pull of [1, 2]) expect(repository.comment(pull)).not.toContain('Applied together');
  if (added !== undefined)
    for (const told of [ran.summary, repository.comment(1), repository.comment(2)])
      expect(told.replaceAll(/\\|&#8203;/g, '')).toContain(
        'Superseded: #1. #2 was planned on top of #1 and merged: its plan takes the place of the earlier one. What is still wanted of it needs a new pull request.',
      );
  expect(await repository.plan(3, { ...numbers, points: 'Again' })).toMatchObject({ code: 0 });
  expect(repository.comment(3)).not.toContain('not yet applied');
});

test.each([
  ['that was given', {}],
  ['that nobody had to review', { review: 'none' }],
])('a merge that a push takes back is not announced as applied by a plan %s', async (_, inputs) => {
  await planAndMerge(1, POINTS);
  const commit = await push({ visits: 'Visits' });
  const refused = await repository.job(commit, { inputs: { command: 'apply' }, event: PUSH });
  const digest = refused.outputs['digest'] ?? '';
  const given = 'review' in inputs ? inputs : { digest };
  const ran = await repository.job(commit, { inputs: { command: 'apply', ...given }, event: DISPATCH });
  expect(ran).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(repository.standIn.state.checks.at(-1)?.output).toMatchObject({
    title: 'Used up',
    summary: expect.stringMatching(
      /^The plan with the digest `\w+` approves nothing any more: an apply that did not go by it left nothing to do\.$/,
    ),
  });
});

test('a merge of which an earlier run made a part, and a later plan the rest, is announced as applied', async () => {
  const both = { ...POINTS, visits: 'Visits' };
  await repository.plan(1, both);
  repository.service.faults.add({ do: 'status', endpoint: 'createProperty', status: 400 });
  expect(await repository.merge(1, { concurrency: '1' })).toMatchObject({ code: 4 });
  await planAndMerge(2, both);
  expect(await repository.applyAgain(2)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await repository.labels()).toEqual(both);
  const titles = repository.standIn.state.checks.slice(-2).map(({ output: { title } }) => title);
  expect(titles).toEqual(['Applied', 'Applied']);
  for (const pull of [1, 2]) expect(repository.comment(pull)).toContain('Applied together: #2, #1.');
});

test('a merge that was applied and that a later one took back is announced as superseded', async () => {
  await repository.plan(1, POINTS);
  expect(await repository.merge(1)).toMatchObject({ code: 0 });
  await repository.plan(2, { points: 'Other' });
  expect(await repository.merge(2)).toMatchObject({ code: 0 });
  // As where the run ended before it could say so.
  expect(repository.standIn.state.checks.pop()?.output.title).toBe('Applied');
  await planAndMerge(3, POINTS);
  expect(await repository.applyAgain(3)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await repository.labels()).toEqual(POINTS);
  const titles = repository.standIn.state.checks.slice(-2).map(({ output: { title } }) => title);
  expect(titles).toEqual(['Applied', 'Superseded']);
  for (const pull of [2, 3]) expect(repository.comment(pull)).not.toContain('Applied together');
});

test('a plan that was made on top of a merge contains it, and applies both', async () => {
  await planAndMerge(1, POINTS);
  await planAndMerge(2, { ...POINTS, visits: 'Visits' });
  expect(await repository.applyAgain(2)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  for (const pull of [1, 2]) expect(repository.comment(pull)).toContain('Applied together: #2, #1.');
  expect(await repository.labels()).toEqual({ points: 'Points', visits: 'Visits' });
});

test('pushes that change nothing of what is read leave what is merged approved', async () => {
  await planAndMerge(1, POINTS);
  await repository.file('other.yaml', 'about: nothing of ours\n');
  const commit = await repository.commit();
  repository.toMain(commit);
  expect(await repository.job(commit, { inputs: { command: 'apply' }, event: PUSH })).toMatchObject({ code: 0 });
  expect(await repository.labels()).toEqual(POINTS);
});

test('a job that another one follows on a branch that is taken back and brought again is not finished by it', async () => {
  await repository.plan(1, { ...POINTS, visits: 'Visits' });
  repository.service.faults.add({ do: 'status', endpoint: 'createProperty', status: 400 });
  expect(await repository.merge(1, { concurrency: '1' })).toMatchObject({ code: 4 });
  const written = await repository.writes();
  await push({});
  const commit = await push({ ...POINTS, visits: 'Visits' });
  for (const sha of [mergeSha(1), commit]) {
    expect(await repository.job(sha, { inputs: { command: 'apply' }, event: PUSH })).toMatchObject({ code: 6 });
  }
  expect(await repository.writes()).toEqual(written);
});
