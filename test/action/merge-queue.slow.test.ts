/** A merge queue: the plan of a group is recorded on its head, and the push that the queue makes applies it. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { declareNumbers, labelsOf, type Numbers } from './numbers.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

const UNPROVEN = expect.stringMatching(/^::error title=checkout-unproven::/);

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
});
afterEach(() => repository.close());

async function planned(pull: number, numbers: Numbers): Promise<void> {
  await declareNumbers(repository, numbers);
  expect(await repository.push(pull)).toMatchObject({ code: 0 });
}

async function enqueue(pull: number, numbers: Numbers, base: string): Promise<string> {
  await declareNumbers(repository, numbers);
  const sha = await repository.commit(base);
  repository.standIn.git.refs.set(`refs/heads/gh-readonly-queue/main/pr-${pull}-${base}`, sha);
  return sha;
}

function planGroup(sha: string, checkedOut = sha) {
  const ref = [...repository.standIn.git.refs].find(([, head]) => head === sha)?.[0] ?? '';
  const group = { head_sha: sha, head_ref: ref, base_sha: ref.slice(-40), base_ref: 'refs/heads/main' };
  const event = { name: 'merge_group', payload: { action: 'checks_requested', merge_group: group } };
  return repository.job(checkedOut, { inputs: { command: 'plan' }, ref, event, sha });
}

/** As the queue does: the commits become main, and the branches of the queue go. */
function mergeGroup(shas: Readonly<Record<number, string>>, head: string): void {
  const { git, state } = repository.standIn;
  const mergedAt = later();
  state.pulls.forEach((pull, at) => {
    state.pulls[at] = { ...pull, mergeSha: shas[pull.number] ?? '', mergedAt };
  });
  for (const ref of [...git.refs.keys()].filter((name) => name.includes('gh-readonly-queue'))) git.refs.delete(ref);
  repository.toMain(head);
}

const apply = () =>
  repository.job(repository.head(), {
    inputs: { command: 'apply' },
    event: { name: 'push', payload: { ref: 'refs/heads/main' } },
  });

test('a group of two pull requests is applied by the record on its head', async () => {
  await planned(1, { points: 'Points' });
  await planned(2, { visits: 'Visits' });
  const first = await enqueue(1, { points: 'Points' }, repository.head());
  const second = await enqueue(2, { points: 'Points', visits: 'Visits' }, first);
  expect(await planGroup(second)).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'true' } });
  expect(await repository.writes()).toEqual([]);
  expect(repository.standIn.state.checks.at(-1)).toMatchObject({ name: 'trueup plan: . sandbox', headSha: second });
  mergeGroup({ 1: first, 2: second }, second);
  expect(await apply()).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await labelsOf(repository)).toEqual({ points: 'Points', visits: 'Visits' });
  expect(repository.comments(2)).toEqual([expect.stringContaining('**2 applied**')]);
});

test('the record of the group counts before the record of its pull request', async () => {
  await planned(1, { points: 'Points' });
  const group = await enqueue(1, { points: 'Points', visits: 'Visits' }, repository.head());
  await planGroup(group);
  mergeGroup({ 1: group }, group);
  const applied = await apply();
  expect(applied).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await labelsOf(repository)).toEqual({ points: 'Points', visits: 'Visits' });
});

test('a group whose plan differs from its pull requests is refused', async () => {
  await planned(1, { points: 'Points' });
  const group = await enqueue(1, { points: 'Other' }, repository.head());
  mergeGroup({ 1: group }, group);
  expect(await apply()).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(await repository.writes()).toEqual([]);
});

test('a group with a pull request of a fork is only validated', async () => {
  await planned(1, { points: 'Points' });
  repository.standIn.state.pulls.push({ number: 5, headSha: 'f0', headRepo: 'mallory/schema' });
  const foreign = await enqueue(5, { points: 'Foreign' }, repository.head());
  const behind = await enqueue(1, { points: 'Points', visits: 'Foreign' }, foreign);
  const before = await repository.service.calls();
  for (const sha of [foreign, behind]) {
    const ran = await planGroup(sha);
    expect(ran).toMatchObject({ code: 0, outputs: { result: 'neutral' } });
    expect(ran.annotations[0]).toContain('Pull request #5 in the merge queue comes from a fork');
  }
  expect(await repository.service.calls()).toEqual(before);
  mergeGroup({ 5: foreign, 1: behind }, behind);
  expect(await apply()).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(await repository.writes()).toEqual([]);
});

test('a group whose commit is not checked out fails', async () => {
  await planned(1, { points: 'Points' });
  const stray = await repository.commit();
  const sha = await enqueue(1, { points: 'Unreviewed' }, repository.head());
  const before = await repository.service.calls();
  for (const checkedOut of [stray, repository.head(), '']) {
    const stopped = await planGroup(sha, checkedOut);
    expect(stopped).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(stopped.annotations).toEqual([UNPROVEN]);
  }
  expect(await repository.service.calls()).toEqual(before);
});

test('a group outside the queue fails, and so does an unreadable queue', async () => {
  await planned(1, { points: 'Points' });
  const sha = await enqueue(1, { points: 'Points' }, repository.head());
  repository.standIn.fault(/matching-refs/, { do: 'answer', with: { status: 403, body: { message: 'No' } } });
  expect((await planGroup(sha)).annotations).toEqual([UNPROVEN]);
  const { refs } = repository.standIn.git;
  refs.set('refs/heads/other', sha);
  for (const ref of [...refs.keys()].filter((name) => name.includes('gh-readonly-queue'))) refs.delete(ref);
  const ran = await planGroup(sha);
  expect([ran.code, ran.annotations]).toEqual([3, [UNPROVEN]]);
});

test('a group behind an entry that is gone from the queue gets no token', async () => {
  await planned(1, { points: 'Points' });
  const gone = await enqueue(5, { points: 'Foreign' }, repository.head());
  const behind = await enqueue(1, { points: 'Points', visits: 'Foreign' }, gone);
  repository.standIn.git.refs.delete(`refs/heads/gh-readonly-queue/main/pr-5-${repository.head()}`);
  const before = await repository.service.calls();
  expect(await planGroup(behind)).toMatchObject({ code: 3, annotations: [UNPROVEN] });
  expect(await repository.service.calls()).toEqual(before);
});
