/** /plan in a pull request that is behind its base branch: what its merge makes is planned, and nothing older. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { REPOSITORY } from '../github/stand-in/server.ts';
import type { ProjectOptions } from '../support/project.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';
import type { Ran } from './runner.ts';

const MAIN = 'refs/heads/main';
const THREE = { options: ['gold', 'silver', 'bronze'] };
const LABEL = { label: 'Main says this' };

let repository: RepositoryUnderTest;
/** The newest of pull request 2, which adds an option and does not have the label of main. */
let head: string;

beforeEach(async () => {
  repository = await aRepository();
  await repository.write({});
  await repository.push(1);
  expect(await repository.merge(1)).toMatchObject({ code: 0 });
  head = await committed(THREE, main());
  await repository.write(LABEL);
  await repository.push(3);
  expect(await repository.merge(3)).toMatchObject({ code: 0 });
});

afterEach(() => repository.close());

const main = () => repository.standIn.git.refs.get(MAIN) ?? '';

async function committed(options: ProjectOptions, ...parents: readonly string[]): Promise<string> {
  await repository.write(options);
  const { git } = repository.standIn;
  const tree = git.commit(await repository.commit(parents[0]))?.tree ?? '';
  return git.newCommit({ tree, parents, message: 'A commit' });
}

/** What the host says of pull request 2. */
function opened(testMergeSha?: string, headRepo = REPOSITORY): void {
  const { pulls } = repository.standIn.state;
  const at = pulls.findIndex(({ number }) => number === 2);
  const pull = { number: 2, headSha: head, headRepo, baseSha: main(), ...(testMergeSha && { testMergeSha }) };
  pulls.splice(at < 0 ? pulls.length : at, at < 0 ? 0 : 1, pull);
}

function planned(commit: string): Promise<Ran> {
  const payload = { action: 'created', issue: { number: 2, pull_request: {} } };
  const event = { name: 'issue_comment', payload: { ...payload, comment: { body: '/plan', user: { login: 'ann' } } } };
  return repository.job(commit, { inputs: { command: 'comment' }, event, ref: MAIN, sha: main() });
}

function pushed(commit: string): Promise<Ran> {
  const repo = { full_name: REPOSITORY };
  const payload = { pull_request: { number: 2, head: { sha: head, repo }, base: { ref: 'main', repo, sha: main() } } };
  const event = { name: 'pull_request', payload };
  return repository.job(commit, { inputs: { command: 'plan' }, ref: 'refs/pull/2/merge', event });
}

/** Without the address of the run. */
const shown = () => repository.comments(2).map((body) => body.replace(/actions\/runs\/\d+/g, 'actions/runs/N'));

async function nothingDone(commit: string): Promise<Ran> {
  const [calls, comments] = [(await repository.service.calls()).length, repository.comments(2)];
  const ran = await planned(commit);
  expect(await repository.service.calls()).toHaveLength(calls);
  expect(repository.comments(2)).toEqual(comments);
  return ran;
}

test('the merge is planned as plan.yml plans it, and merging applies just that', async () => {
  const merge = await committed({ ...LABEL, ...THREE }, main(), head);
  opened(merge);
  expect(await pushed(merge)).toMatchObject({ code: 0 });
  const before = shown();
  expect(before).toEqual([expect.stringContaining('bronze')]);
  expect(before[0]).not.toContain('Main says this');
  expect(await planned(merge)).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'true' } });
  expect(shown()).toEqual(before);
  expect(await repository.merge(2)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
});

test('the head alone is refused, because its plan takes back what main has', async () => {
  opened();
  await repository.write(THREE);
  const ran = await nothingDone(head);
  expect(ran).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  expect(ran.annotations[0]).toMatch(/title=checkout-behind::#2 is behind main, .*ref: refs\/pull\/2\/merge/);
});

test('a head that has all of main is planned without its merge', async () => {
  head = await committed({ ...LABEL, ...THREE }, head, main());
  opened();
  expect(await planned(head)).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'true' } });
  expect(shown()[0]).not.toContain('Main says this');
  expect(await repository.merge(2)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
});

test('a merge from before main moved on is refused', async () => {
  const before = repository.standIn.git.commit(main())?.parents[0] ?? '';
  const merge = await committed(THREE, before, head);
  opened(merge);
  const ran = await nothingDone(merge);
  expect(ran).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  expect(ran.annotations[0]).toMatch(/title=checkout-behind::The merge of #2 .* is older than main\..*comment again/);
});

test.each([
  ['of an older head', () => committed(LABEL, main(), repository.standIn.git.commit(head)?.parents[0] ?? '')],
  ['of another pull request', async () => committed(LABEL, main(), await committed(LABEL, main()))],
  ['the wrong way round', () => committed({ ...LABEL, ...THREE }, head, main())],
  ['of three', async () => committed({ ...LABEL, ...THREE }, main(), head, await committed(LABEL, main()))],
])('a merge %s is refused, also where the host still names it', async (_, make) => {
  const merge = await make();
  opened(merge);
  const ran = await nothingDone(merge);
  expect(ran).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  expect(ran.log).toContain('The commit that is checked out is neither the newest of #2 nor its merge.');
});

/** Anybody can make a commit with these parents in a fork, and the host gives it to whoever knows its id. */
test.each([
  ['another one', () => committed(LABEL, main(), head)],
  ['none', async () => undefined],
])('a merge with the right parents is refused while the host names %s', async (_, named) => {
  const merge = await committed({ label: 'Made elsewhere', ...THREE }, main(), head);
  opened(await named());
  await repository.write({ label: 'Made elsewhere', ...THREE });
  const ran = await nothingDone(merge);
  expect(ran).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  expect(ran.annotations[0]).toMatch(
    /title=checkout-behind::The merge of #2 .* is not the one that the Git host names/,
  );
});

test('a commit that the host does not know is refused', async () => {
  opened();
  const ran = await nothingDone('a'.repeat(40));
  expect(ran).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  expect(ran.log).toContain('is neither the newest of #2 nor its merge.');
});

test('the merge of a fork has its files checked and nothing else', async () => {
  const merge = await committed({ ...LABEL, ...THREE }, main(), head);
  opened(merge, 'mallory/schema');
  expect(await nothingDone(merge)).toMatchObject({ code: 0, outputs: { result: 'neutral' } });
});
