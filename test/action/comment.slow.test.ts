/** /plan and /apply in comments: from those who may write, of the files that the pull request has now, and nothing else. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { aRepository, mergeSha, type RepositoryUnderTest } from './repository.ts';
import type { Ran } from './runner.ts';

const MAIN = 'refs/heads/main';

let repository: RepositoryUnderTest;

beforeEach(async () => {
  repository = await aRepository();
  await repository.write({});
});

afterEach(() => repository.close());

function comment(commit: string, body: string, { author = 'ann', action = 'created', inputs = {} } = {}): Promise<Ran> {
  const payload = { action, issue: { number: 1, pull_request: {} }, comment: { body, user: { login: author } } };
  const main = repository.standIn.git.refs.get(MAIN) ?? '';
  const event = { name: 'issue_comment', payload };
  return repository.job(commit, { inputs: { command: 'comment', ...inputs }, event, ref: MAIN, sha: main });
}

function headOf(number: number): string {
  return repository.standIn.state.pulls.find((pull) => pull.number === number)?.headSha ?? '';
}

test('/plan plans the newest commit again, in the comment that is there, and a merge approves that plan', async () => {
  await repository.push(1, {}, REPOSITORY, repository.standIn.git.refs.get(MAIN));
  await repository.service.admin(1001).editProperty('contacts', 'email', { label: 'Edited' });
  const planned = await comment(headOf(1), '/plan\nplease');
  expect(planned).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'true' } });
  expect(repository.comments(1)).toEqual([expect.stringContaining('### Plan for sandbox (account 1001')]);
  expect(await repository.merge(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
});

test('/apply finishes what the job of the merge did not, and applies nothing before the merge', async () => {
  await repository.push(1);
  const early = await comment(headOf(1), '/apply');
  expect(early).toMatchObject({ code: 0, outputs: { result: 'neutral' } });
  expect(early.log).toContain('/apply was not run: #1 is not merged, and merging approves its plan.');
  repository.service.faults.add({ do: 'status', endpoint: 'createProperty', status: 400 });
  expect(await repository.merge(1, { concurrency: '1' })).toMatchObject({ code: 4 });
  const before = (await repository.writes()).length;
  const applied = await comment(mergeSha(1), '/apply sandbox');
  expect(applied).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect((await repository.writes()).slice(before)).toEqual(['createProperty', 'createSubscription']);
  expect((await comment(mergeSha(1), '/plan')).log).toContain('/plan was not run: #1 is merged already.');
});

test('/plan of a pull request that was closed without a merge plans nothing', async () => {
  await repository.push(1);
  const before = repository.comments(1);
  const { pulls } = repository.standIn.state;
  for (const [at, pull] of pulls.entries()) pulls[at] = { ...pull, isClosed: true };
  const ran = await comment(headOf(1), '/plan');
  expect(ran).toMatchObject({ code: 0, outputs: { result: 'neutral' } });
  expect(ran.log).toContain('/plan was not run: #1 is closed.');
  expect(repository.comments(1)).toEqual(before);
});

test.each([
  ['somebody who may only read', '/plan', 'bob', 'neutral', '/plan was not run: bob may not write to the repository.'],
  ['somebody unknown', '/apply', 'mallory', 'neutral', '/apply was not run: mallory may not write to the repository.'],
  ['other words', 'I would /plan this', 'ann', 'passed', 'The comment begins neither with /plan nor with /apply.'],
  ['a longer word', '/planning', 'ann', 'passed', 'The comment begins neither with /plan nor with /apply.'],
] as const)('a comment of %s runs nothing', async (_, body, author, result, why) => {
  await repository.push(1);
  repository.standIn.state.people.set('bob', 'read');
  const calls = (await repository.service.calls()).length;
  const ran = await comment(headOf(1), body, { author });
  expect(ran).toMatchObject({ code: 0, outputs: { result, 'has-changes': 'false' } });
  expect(ran.log).toContain(why);
  expect(await repository.service.calls()).toHaveLength(calls);
});

test('/apply of a pull request that was merged into another branch applies nothing that waits for the default branch', async () => {
  await repository.push(1);
  expect(await repository.push(2)).toMatchObject({ code: 0 });
  const { state } = repository.standIn;
  const merged = (number: number) => ({ mergeSha: mergeSha(number), mergedAt: later() });
  state.pulls.splice(
    0,
    2,
    { number: 1, headSha: headOf(1), base: 'develop', ...merged(1) },
    { number: 2, headSha: headOf(2), ...merged(2) },
  );
  repository.toMain(await repository.commit(undefined, mergeSha(2)));
  const before = repository.comments(1);
  const ran = await comment(mergeSha(2), '/apply');
  expect(ran).toMatchObject({ code: 0, outputs: { result: 'neutral' } });
  expect(ran.log).toContain('/apply was not run: #1 was merged into develop, and apply works from main.');
  expect(repository.comments(1)).toEqual(before);
  expect(await repository.writes()).toEqual([]);
});

test.each([
  // Once more before the plan is published: it may be merged meanwhile.
  ['/plan', false, 2],
  ['/apply', true, 1],
])('%s asks the Git host for its pull request no more than it needs', async (body, isMerged, times) => {
  await repository.push(1, {}, REPOSITORY, repository.standIn.git.refs.get(MAIN));
  if (isMerged) expect(await repository.merge(1)).toMatchObject({ code: 0 });
  const { requests } = repository.standIn;
  requests.splice(0);
  const ran = await comment(isMerged ? mergeSha(1) : headOf(1), body);
  expect(ran).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(requests.filter((line) => line.endsWith(`/repos/${REPOSITORY}/pulls/1`))).toHaveLength(times);
});

test('another commit than the newest is not shown as the plan of the pull request', async () => {
  const main = repository.standIn.git.refs.get(MAIN) ?? '';
  await repository.push(1);
  const before = repository.comments(1);
  const ran = await comment(main, '/plan');
  expect(ran).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  expect(ran.log).toContain('The commit that is checked out is neither the newest of #1 nor its merge.');
  expect(repository.comments(1)).toEqual(before);
});

test('a job for one account takes no other from a comment', async () => {
  await repository.push(1);
  const ran = await comment(headOf(1), '/plan production', { inputs: { account: 'sandbox' } });
  expect(ran).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  expect(ran.log).toContain('The comment names the account production, which this job does not run.');
});

test('a comment on a pull request from a fork has its files checked, whoever writes it', async () => {
  await repository.push(1, {}, 'mallory/schema');
  const ran = await comment(headOf(1), '/plan');
  expect(ran).toMatchObject({ code: 0, outputs: { result: 'neutral' } });
  expect(await repository.service.calls()).toEqual([]);
});

test('a comment that is edited or deleted asks for nothing', async () => {
  await repository.push(1);
  const calls = (await repository.service.calls()).length;
  for (const action of ['edited', 'deleted']) {
    const ran = await comment(headOf(1), '/plan', { action });
    expect(ran).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(ran.log).toContain('The run was not started by a new comment of a pull request.');
  }
  expect(await repository.service.calls()).toHaveLength(calls);
});

test('files that a step before laid over the checkout are checked and nothing else', async () => {
  await repository.push(1);
  const calls = (await repository.service.calls()).length;
  const commit = headOf(1);
  await repository.write({ label: 'From elsewhere' });
  const ran = await comment(commit, '/plan');
  expect(ran).toMatchObject({ code: 0, outputs: { result: 'neutral' } });
  expect(ran.annotations[0]).toContain('trueup.yaml is not as in commit');
  expect(await repository.service.calls()).toHaveLength(calls);
});
