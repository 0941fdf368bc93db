/** Where pull requests go into a branch beside the default one, what counts is how they come into that. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { aRepositoryOfNumbers, type Numbers, type NumbersUnderTest } from './numbers.ts';

const DEVELOP = 'refs/heads/develop';
const PUSH = { name: 'push', payload: { ref: 'refs/heads/main' } };

let repository: NumbersUnderTest;
beforeEach(async () => {
  repository = await aRepositoryOfNumbers();
  await repository.declare({});
  repository.toMain(await repository.commit());
  repository.standIn.git.refs.set(DEVELOP, headOf('refs/heads/main'));
});
afterEach(() => repository.close());

function headOf(ref: string): string {
  return repository.standIn.git.refs.get(ref) ?? '';
}

/** Plans a pull request whose newest commit declares this, or is this one. */
async function plan(number: number, base: string, change: Numbers | string) {
  const baseSha = headOf(`refs/heads/${base}`);
  if (typeof change !== 'string') await repository.declare(change);
  const headSha = typeof change === 'string' ? change : await repository.commit(baseSha);
  const { pulls } = repository.standIn.state;
  const at = pulls.findIndex((pull) => pull.number === number);
  pulls.splice(at < 0 ? pulls.length : at, at < 0 ? 0 : 1, { number, headSha, base, baseSha });
  const repo = { full_name: REPOSITORY };
  const payload = { pull_request: { number, head: { sha: headSha, repo }, base: { ref: base, sha: baseSha, repo } } };
  const ref = `refs/pull/${number}/merge`;
  const ran = await repository.job(headSha, {
    inputs: { command: 'plan' },
    ref,
    event: { name: 'pull_request', payload },
  });
  expect(ran).toMatchObject({ code: 0 });
  return ran;
}

/** A merge commit; no job runs for it. */
function merge(number: number): string {
  const { git, state } = repository.standIn;
  const at = state.pulls.findIndex((pull) => pull.number === number);
  const pull = state.pulls[at];
  if (pull === undefined) throw new Error(`There is no pull request ${number}.`);
  const ref = `refs/heads/${pull.base ?? 'main'}`;
  const tree = git.commit(pull.headSha)?.tree ?? '';
  const mergeSha = git.newCommit({ tree, parents: [headOf(ref), pull.headSha], message: 'Merge' });
  git.refs.set(ref, mergeSha);
  state.pulls[at] = { ...pull, mergeSha, mergedAt: later() };
  return mergeSha;
}

/** A commit of a file that is not read. */
async function other(ref: string): Promise<string> {
  await repository.file(`notes-${headOf(ref).slice(0, 7)}.yaml`, 'about: nothing of ours\n');
  const commit = await repository.commit(headOf(ref));
  repository.standIn.git.refs.set(ref, commit);
  return commit;
}

const apply = (sha: string) => repository.job(sha, { inputs: { command: 'apply' }, event: PUSH });

test('a merge into another branch is not announced, and its plan says that it applies nothing', async () => {
  const first = await plan(1, 'develop', { points: 'Points' });
  const says =
    'A merge into `develop` applies nothing: what counts is the plan of the pull request that brings it to `main`.';
  for (const told of [first.summary, repository.comment(1)]) expect(told).toContain(says);
  expect(first.log).toContain(says.replaceAll('`', ''));
  expect(repository.standIn.state.checks.at(-1)?.output.summary).not.toContain('approves');
  merge(1);
  const second = await plan(2, 'develop', { points: 'Points', visits: 'Visits' });
  const third = await plan(3, 'main', { visits: 'Visits' });
  for (const { log, summary } of [second, third]) expect(log + summary).not.toContain('not yet applied');
  for (const pull of [2, 3]) expect(repository.comment(pull)).not.toContain('not yet applied');
  expect(repository.comment(3)).not.toContain('applies nothing');
});

test.each([
  ['as the newest commit', []],
  ['behind other commits of the default branch', ['refs/heads/main']],
])('what a second pull request brings %s is announced and applied by the review of that', async (_, later) => {
  await plan(1, 'develop', { points: 'Points' });
  merge(1);
  const head = await other(DEVELOP);
  await plan(2, 'main', head);
  merge(2);
  for (const ref of later) await other(ref);
  const meanwhile = await plan(3, 'develop', { points: 'Points', visits: 'Visits' });
  expect(meanwhile.log).toContain('Merged, not yet applied: #2.');
  await repository.declare({ points: 'Points' });
  expect(await apply(headOf('refs/heads/main'))).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await repository.labels()).toEqual({ points: 'Points' });
  expect(repository.comment(2)).toContain('applied');
  expect(repository.comment(1)).not.toContain('Applied');
  const after = await plan(4, 'develop', { points: 'Points', visits: 'All visits' });
  expect(after.log).not.toContain('not yet applied');
});

test('what a second pull request brings is not found among a hundred that changed later, which is said', async () => {
  await plan(1, 'develop', { points: 'Points' });
  const first = merge(1);
  const head = await other(DEVELOP);
  await plan(2, 'main', head);
  merge(2);
  await other('refs/heads/main');
  const { pulls } = repository.standIn.state;
  const [root = ''] = repository.standIn.git.commit(first)?.parents ?? [];
  for (let number = 1000; number < 1100; number += 1) {
    const headSha = `${number}`.padStart(40, 'e');
    const updatedAt = later();
    pulls.push({ number, headSha, mergeSha: root, mergedAt: '2020-01-01T00:00:00Z', updatedAt });
  }
  const says = /Which pull request brought commit \w+ to main was not found/;
  const meanwhile = await plan(3, 'develop', { points: 'Points', visits: 'Visits' });
  expect(meanwhile.log).toMatch(says);
  expect(repository.comment(3)).toMatch(says);
  await repository.declare({ points: 'Points' });
  const done = await apply(headOf('refs/heads/main'));
  expect(done).toMatchObject({ code: 3 });
  expect(done.annotations.join()).toMatch(says);
});

test('a merge queue of another branch applies nothing either, so its group needs no review', async () => {
  await plan(1, 'develop', { points: 'Points' });
  await repository.declare({ points: 'Points', visits: 'Visits' });
  const base = headOf(DEVELOP);
  const sha = await repository.commit(base);
  const ref = `refs/heads/gh-readonly-queue/develop/pr-1-${base}`;
  repository.standIn.git.refs.set(ref, sha);
  const group = { head_sha: sha, head_ref: ref, base_sha: base, base_ref: DEVELOP };
  const event = { name: 'merge_group', payload: { action: 'checks_requested', merge_group: group } };
  const ran = await repository.job(sha, { inputs: { command: 'plan' }, ref, event });
  expect(ran).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'true' } });
  expect(ran.log).toContain('A merge into develop applies nothing');
});

test('the plan of the merge into another branch approves nothing of a push of that to the default branch', async () => {
  await plan(1, 'develop', { points: 'Points' });
  const sha = merge(1);
  repository.toMain(sha);
  expect(await apply(sha)).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(await repository.writes()).toEqual([]);
});
