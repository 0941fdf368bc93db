/** No event makes the Action use a token for files that may come from a fork. */

import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

const FORK = 'mallory/schema';

let repository: RepositoryUnderTest;
let main: string;
beforeEach(async () => {
  repository = await aRepository();
  await repository.write({});
  main = await repository.commit();
  repository.toMain(main);
});
afterEach(() => repository.close());

/** Pull request 3 of a fork, whose files send the token to the fork's host. */
async function fork(): Promise<string> {
  await repository.write({ label: 'From a fork' });
  const commit = await repository.commit();
  repository.standIn.state.pulls.push({ number: 3, headSha: commit, headRepo: FORK, baseSha: main });
  return commit;
}

const COMMENT = { name: 'issue_comment', payload: { issue: { number: 3, pull_request: {} } } };
const HEAD = { repo: { full_name: FORK }, sha: 'c0ffee' };
const PULL = { pull_request: { number: 3, head: HEAD, base: { repo: { full_name: REPOSITORY } } } };

test.each([
  ['a comment', COMMENT, 'refs/heads/main', 'is not the commit that the event is about'],
  [
    'a workflow that ran before',
    { name: 'workflow_run', payload: {} },
    'refs/heads/main',
    'is not the commit that the event is about',
  ],
  ['a check run', { name: 'check_run', payload: {} }, 'refs/heads/main', 'is not the commit that the event is about'],
  [
    'a check suite',
    { name: 'check_suite', payload: {} },
    'refs/heads/main',
    'is not the commit that the event is about',
  ],
  ['a pull request target', { name: 'pull_request_target', payload: PULL }, 'refs/heads/main', 'comes from a fork'],
  [
    'a manual start',
    { name: 'workflow_dispatch', payload: {} },
    'refs/heads/main',
    'is not the commit that the event is about',
  ],
  ['a push', { name: 'push', payload: {} }, 'refs/heads/main', 'is not the commit that the event is about'],
] as const)('%s that checks out a fork has its files checked and nothing else', async (_, event, ref, why) => {
  const commit = await fork();
  for (const command of ['plan', 'apply', 'drift']) {
    const ran = await repository.job(commit, { inputs: { command, review: 'none' }, event, ref, sha: main });
    expect(ran).toMatchObject({ code: 0, outputs: { result: 'neutral', 'exit-code': '0', 'has-changes': 'false' } });
    expect(ran.summary).toContain('Only the files were checked; no account was read.');
    expect(ran.annotations).toEqual([expect.stringMatching(/^::warning title=checkout-unproven::/)]);
    expect(ran.annotations[0]).toContain(why);
  }
  expect(await repository.service.calls()).toEqual([]);
  expect(repository.standIn.state.comments).toEqual([]);
  expect([...repository.standIn.git.refs.keys()]).toEqual(['refs/heads/main']);
  expect(repository.standIn.requests.filter((line) => !line.startsWith('GET '))).toEqual([]);
});

test('a fork that is checked out beside the repository is not the repository', async () => {
  const commit = await fork();
  const beside = await repository.beside('pr', commit);
  const event = { name: 'push', payload: {} };
  const inputs = { command: 'plan', 'working-directory': 'pr' };
  const ran = await repository.job(main, { inputs, event });
  expect(ran).toMatchObject({ code: 0, outputs: { result: 'neutral' } });
  const mixed = await repository.job(main, {
    inputs: { command: 'plan', files: 'trueup.yaml\npr/trueup.yaml' },
    event,
  });
  expect(mixed).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(mixed.log).toContain('outside-project');
  expect(await readdir(beside)).toEqual(['.git', 'trueup.yaml']);
  expect(await repository.service.calls()).toEqual([]);
});

test('a folder outside a checkout is neutral and reads nothing', async () => {
  const ran = await repository.job('', {
    inputs: { command: 'plan' },
    event: { name: 'push', payload: {} },
    sha: main,
  });
  expect(ran).toMatchObject({ code: 0, outputs: { result: 'neutral' } });
  expect(ran.summary).toContain('not in a Git checkout');
  expect(await repository.service.calls()).toEqual([]);
});
