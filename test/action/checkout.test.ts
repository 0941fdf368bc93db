import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkedOut } from '../../src/action/checkout.ts';
import { parseEvent, type Started } from '../../src/action/event.ts';
import { systemClock, undiciTransport } from '../../src/client/index.ts';
import { secret } from '../../src/contract/secret.ts';
import { UsageError } from '../../src/errors.ts';
import { githubClient } from '../../src/github/client.ts';
import { ALL, REPOSITORY, type StandIn, startStandIn, TOKEN } from '../github/stand-in/server.ts';

const transport = undiciTransport({ proxy: undefined });
let standIn: StandIn;
let top: string;
/** main: first, then second. change: a branch on top. fork: a commit that no branch has. queued: in the merge queue alone. */
let commits: Record<'first' | 'second' | 'change' | 'fork' | 'queued' | 'merge', string>;

beforeAll(async () => {
  standIn = await startStandIn();
  top = await mkdtemp(join(tmpdir(), 'trueup-checkout-'));
  await mkdir(join(top, '.git'));
  const { git } = standIn;
  const commit = (name: string, ...parents: readonly string[]) =>
    git.newCommit({ tree: git.newTree(undefined, [{ path: 'a.yaml', content: name }]) ?? '', parents, message: name });
  const first = commit('first');
  const second = commit('second', first);
  const change = commit('change', second);
  const fork = commit('fork', second);
  commits = {
    first,
    second,
    change,
    fork,
    queued: commit('queued', second, fork),
    merge: commit('merge', second, change),
  };
  git.refs.set('refs/heads/main', second);
  git.refs.set('refs/heads/change', change);
  git.refs.set('refs/heads/gh-readonly-queue/main/pr-9-abc', commits.queued);
  standIn.state.pulls.push(
    { number: 7, headSha: change, testMergeSha: commits.merge },
    { number: 9, headSha: fork, headRepo: 'mallory/schema' },
    { number: 10, headSha: fork, headRepo: null },
  );
});

beforeEach(() => {
  standIn.allow(TOKEN, ALL);
  standIn.requests.splice(0);
});

afterAll(async () => {
  await transport.close();
  await standIn.close();
});

const [owner = '', name = ''] = REPOSITORY.split('/');
const host = () => ({
  repository: { owner, name },
  github: githubClient({ apiUrl: standIn.url, token: secret(TOKEN), transport, clock: systemClock }),
});

async function look(
  at: keyof typeof commits,
  started: Partial<Omit<Started, 'sha'>> & { readonly sha?: keyof typeof commits },
  payload: unknown = {},
  ask: typeof host | 'nobody' = host,
) {
  await writeFile(join(top, '.git', 'HEAD'), `${commits[at]}\n`);
  const sha = commits[started.sha ?? 'second'];
  const event = parseEvent(JSON.stringify(payload), { name: 'push', ref: 'refs/heads/main', ...started, sha });
  const { commit, trust, why } = await checkedOut({ event, top, host: ask === 'nobody' ? undefined : ask });
  expect(commit).toBe(commits[at]);
  return { trust, why, calls: standIn.requests.length };
}

const OWN = { repo: { full_name: REPOSITORY } };
const pullPayload = (number: number, head: keyof typeof commits, from: string | null) => ({
  pull_request: {
    number,
    head: { sha: commits[head], repo: from === null ? null : { full_name: from } },
    base: OWN,
  },
});
describe('without a call', () => {
  test.each(['push', 'schedule', 'workflow_dispatch', 'repository_dispatch'])(
    'the commit of a %s is proven',
    async (event) => {
      expect(await look('second', { name: event })).toMatchObject({ trust: 'proven', calls: 0 });
    },
  );

  test.each([
    ['its head', 'change', { sha: 'merge' }],
    ['its merge', 'merge', { sha: 'merge' }],
  ] as const)('a pull request of the repository proves %s', async (_, at, started) => {
    const event = { name: 'pull_request', ref: 'refs/pull/7/merge', ...started };
    expect(await look(at, event, pullPayload(7, 'change', REPOSITORY))).toEqual({
      trust: 'proven',
      why: 'It is a commit of pull request #7',
      calls: 0,
    });
  });

  test.each(['pull_request', 'pull_request_target', 'pull_request_review', 'pull_request_review_comment'])(
    'a %s of a fork proves nothing, whatever is checked out',
    async (event) => {
      for (const from of ['mallory/schema', null]) {
        for (const at of ['fork', 'second'] as const) {
          expect(await look(at, { name: event }, pullPayload(9, 'fork', from))).toEqual({
            trust: 'unproven',
            why: 'The pull request comes from a fork',
            calls: 0,
          });
        }
      }
    },
  );
});

describe('by the answer of the Git host', () => {
  test.each([
    ['an older commit of main', 'first', 'It is on main'],
    ['the newest commit of a branch', 'change', 'It is the newest commit of change'],
    ['the newest commit of main', 'second', 'It is on main'],
  ] as const)('%s is proven', async (_, at, why) => {
    expect(await look(at, { name: 'issue_comment', sha: 'first' })).toMatchObject({ trust: 'proven', why });
  });

  test.each([
    ['of a fork', 'fork'],
    ['of the merge of a pull request', 'merge'],
    ['of the merge queue', 'queued'],
  ] as const)('a commit %s is not', async (_, at) => {
    for (const event of ['issue_comment', 'workflow_run', 'check_run', 'check_suite', 'push', 'workflow_dispatch']) {
      const why = expect.stringContaining('is on no branch of this repository');
      expect(await look(at, { name: event })).toMatchObject({ trust: 'unproven', why });
    }
  });

  test.each(['merge_group', 'push'])('the commit of a merge queue is not, as a %s says itself', async (event) => {
    const ref = 'refs/heads/gh-readonly-queue/main/pr-9-abc';
    expect(await look('queued', { name: event, ref, sha: 'queued' })).toMatchObject({ trust: 'unproven' });
  });

  test('a merge queue is proven by its pull requests, and not by the name of its branch alone', async () => {
    const { git } = standIn;
    const files = git.newTree(undefined, [{ path: 'a.yaml', content: 'queue' }]) ?? '';
    const on = (parent: string) => git.newCommit({ tree: files, parents: [parent], message: 'queue' });
    const ref = `refs/heads/gh-readonly-queue/main/pr-7-${commits.second}`;
    const payload = (sha: string) => ({
      merge_group: { head_sha: sha, base_ref: 'refs/heads/main', base_sha: commits.second },
    });
    for (const [parent, trust] of [
      [commits.second, 'proven'],
      [commits.fork, 'unclear'],
    ] as const) {
      commits.queued = on(parent);
      git.refs.set(ref, commits.queued);
      const looked = await look('queued', { name: 'merge_group', ref, sha: 'queued' }, payload(commits.queued));
      expect(looked).toMatchObject({ trust });
    }
    git.refs.delete(ref);
  });

  describe('a merge queue that rebases a pull request of several commits', () => {
    let main: string;
    const commit = (files: Readonly<Record<string, string>>, parent: string) => {
      const { git } = standIn;
      const changes = Object.entries(files).map(([path, content]) => ({ path, content }));
      return git.newCommit({ tree: git.newTree(undefined, changes) ?? '', parents: [parent], message: 'one' });
    };

    beforeAll(() => {
      main = commit({ 'a.yaml': 'main' }, commits.second);
      standIn.git.refs.set('refs/heads/main', main);
      const own = commit({ 'a.yaml': 'second', 'b.yaml': 'b' }, commits.second);
      standIn.state.pulls.push({
        number: 20,
        headSha: commit({ 'a.yaml': 'second', 'b.yaml': 'b', 'c/c.yaml': 'c' }, own),
      });
    });
    afterAll(() => standIn.git.refs.set('refs/heads/main', commits.second));

    async function lookAt(queued: string) {
      commits.queued = queued;
      const ref = `refs/heads/gh-readonly-queue/main/pr-20-${main}`;
      standIn.git.refs.set(ref, queued);
      const group = { head_sha: queued, base_ref: 'refs/heads/main', base_sha: main };
      const looked = await look('queued', { name: 'merge_group', ref, sha: 'queued' }, { merge_group: group });
      standIn.git.refs.delete(ref);
      return looked;
    }

    test('is proven by commits that add up to the pull request on top of the branch', async () => {
      const first = commit({ 'a.yaml': 'main', 'b.yaml': 'b' }, main);
      const looked = await lookAt(commit({ 'a.yaml': 'main', 'b.yaml': 'b', 'c/c.yaml': 'c' }, first));
      expect(looked).toMatchObject({ trust: 'proven', why: 'It is in the merge queue of main' });
    });

    test.each([
      ['brings more', { 'a.yaml': 'other' }, { 'a.yaml': 'other', 'b.yaml': 'b', 'c/c.yaml': 'c' }],
      ['brings less', { 'a.yaml': 'main', 'b.yaml': 'b' }, { 'a.yaml': 'main', 'b.yaml': 'b', 'd.yaml': 'd' }],
    ])('is not where one %s', async (_, below, above) => {
      const looked = await lookAt(commit(above, commit(below, main)));
      expect(looked).toMatchObject({ trust: 'unclear', why: expect.stringContaining('is not just #20 on top of') });
    });

    test('is not where they are more than a hundred, which updating the branch does not change', async () => {
      let newest = main;
      for (let at = 0; at <= 100; at += 1) newest = commit({ 'a.yaml': 'main', 'b.yaml': `${at}` }, newest);
      const looked = await lookAt(commit({ 'a.yaml': 'main', 'b.yaml': 'b', 'c/c.yaml': 'c' }, newest));
      expect(looked).toMatchObject({
        trust: 'unclear',
        why: expect.stringMatching(/more than 100 commits.* for #20: squash/),
      });
      expect(looked.why).not.toContain('queue it again');
    });

    test('is not where the commits do not end at the branch', async () => {
      const beside = commit({ 'a.yaml': 'main' }, commits.second);
      const first = commit({ 'a.yaml': 'main', 'b.yaml': 'b' }, beside);
      const looked = await lookAt(commit({ 'a.yaml': 'main', 'b.yaml': 'b', 'c/c.yaml': 'c' }, first));
      expect(looked).toMatchObject({ trust: 'unclear' });
    });

    test('is not proven while the Git host does not answer', async () => {
      const queued = commit({ 'a.yaml': 'main', 'b.yaml': 'b', 'c/c.yaml': 'c' }, main);
      standIn.allow(TOKEN, {});
      expect(await lookAt(queued)).toMatchObject({ trust: 'unclear' });
    });
  });

  test('a tag proves nothing by itself', async () => {
    expect(await look('fork', { ref: 'refs/tags/v1', sha: 'fork' })).toMatchObject({ trust: 'unproven' });
    expect(await look('first', { ref: 'refs/tags/v1', sha: 'first' })).toMatchObject({ trust: 'proven' });
  });

  test('a merged pull request of a fork is proven on main', async () => {
    const payload = pullPayload(9, 'fork', 'mallory/schema');
    const merged = { pull_request: { ...payload.pull_request, merged: true } };
    expect(await look('first', { name: 'pull_request', sha: 'second' }, merged)).toMatchObject({
      trust: 'proven',
      why: 'It is on main',
    });
    expect(await look('fork', { name: 'pull_request', sha: 'second' }, merged)).toMatchObject({ trust: 'unproven' });
  });
});

describe('what cannot be asked proves nothing', () => {
  test('without permissions', async () => {
    standIn.allow(TOKEN, {});
    expect(await look('first', { name: 'workflow_run' })).toMatchObject({
      trust: 'unproven',
      why: expect.stringMatching(/^The Git host does not say where commit [0-9a-f]{12} comes from \(.*Resource not/),
    });
  });

  test('without a token', async () => {
    const ask = () => {
      throw new UsageError('github-token-missing', 'The input github-token is empty.');
    };
    expect(await look('first', { name: 'workflow_run' }, {}, ask)).toMatchObject({ trust: 'unproven' });
    expect(await look('first', { name: 'workflow_run' }, {}, 'nobody')).toMatchObject({ trust: 'unproven' });
  });

  test('without a checkout', async () => {
    const event = parseEvent('{}', { name: 'push', ref: 'refs/heads/main', sha: commits.second });
    expect(await checkedOut({ event, top: undefined, host })).toMatchObject({ commit: '', trust: 'unproven' });
  });
});
