/** A merge queue lets through what its pull requests were reviewed for. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { aRepositoryOfNumbers, type Numbers, type NumbersUnderTest } from './numbers.ts';

let repository: NumbersUnderTest;
beforeEach(async () => {
  repository = await aRepositoryOfNumbers();
});
afterEach(() => repository.close());

describe('a merge queue', () => {
  async function enqueue(pull: number, numbers: Numbers, base: string, onto = base): Promise<string> {
    await repository.declare(numbers);
    const sha = await repository.commit(onto);
    repository.standIn.git.refs.set(`refs/heads/gh-readonly-queue/main/pr-${pull}-${base}`, sha);
    return sha;
  }

  function planGroup(sha: string, checkedOut = sha) {
    const { git } = repository.standIn;
    const ref = [...git.refs].find(([, head]) => head === sha)?.[0] ?? '';
    const group = { head_sha: sha, head_ref: ref, base_sha: ref.slice(-40), base_ref: 'refs/heads/main' };
    const event = { name: 'merge_group', payload: { action: 'checks_requested', merge_group: group } };
    return repository.job(checkedOut, { inputs: { command: 'plan' }, ref, event, sha });
  }

  test('lets a group through whose plan was reviewed in its pull requests, and the push that it makes applies them', async () => {
    const { git, state } = repository.standIn;
    await repository.plan(1, { points: 'Points' });
    await repository.plan(2, { visits: 'Visits' });
    const main = git.refs.get('refs/heads/main') ?? '';
    const first = await enqueue(1, { points: 'Points' }, main);
    const second = await enqueue(2, { points: 'Points', visits: 'Visits' }, first);
    expect(await planGroup(second)).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'true' } });
    expect(await repository.writes()).toEqual([]);
    const mergedAt = later();
    state.pulls.forEach((pull, at) => {
      state.pulls[at] = { ...pull, mergeSha: pull.number === 1 ? first : second, mergedAt };
    });
    for (const ref of [...git.refs.keys()].filter((name) => name.includes('gh-readonly-queue'))) git.refs.delete(ref);
    repository.toMain(second);
    const event = { name: 'push', payload: { ref: 'refs/heads/main' } };
    expect(await repository.job(second, { inputs: { command: 'apply' }, event })).toMatchObject({ code: 0 });
    expect(await repository.labels()).toEqual({ points: 'Points', visits: 'Visits' });
  });

  test('plans a pull request of several commits that are rebased, and stops a group that holds something else', async () => {
    const { git } = repository.standIn;
    await repository.plan(1, { points: 'Points' });
    const main = git.refs.get('refs/heads/main') ?? '';
    await repository.declare({});
    const rebased = await repository.commit(main);
    expect(await planGroup(await enqueue(1, { points: 'Points' }, main, rebased))).toMatchObject({
      code: 0,
      outputs: { result: 'passed', 'has-changes': 'true' },
    });
    await repository.declare({ points: 'Points', visits: 'Not in the commit' });
    const sha = git.refs.get(`refs/heads/gh-readonly-queue/main/pr-1-${main}`) ?? '';
    expect(await planGroup(sha)).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    await repository.file('more.yaml', 'version: 1\n');
    const before = await repository.service.calls();
    const stopped = await planGroup(await enqueue(1, { points: 'Points' }, main, rebased));
    expect(stopped).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(stopped.annotations).toEqual([expect.stringMatching(/^::error title=checkout-unproven::.*queue it again/)]);
    expect(await repository.service.calls()).toEqual(before);
  });

  test('stops a group whose plan nobody reviewed, and reads no account for one with a pull request of a fork', async () => {
    const { git, state } = repository.standIn;
    await repository.plan(1, { points: 'Points' });
    const main = git.refs.get('refs/heads/main') ?? '';
    const other = await enqueue(1, { points: 'Other points' }, main);
    const stopped = await planGroup(other);
    expect(stopped).toMatchObject({ code: 6, outputs: { result: 'failed' } });
    expect(stopped.log).toContain('is not what the pull requests in the queue were reviewed for (#1)');
    state.pulls.push({ number: 5, headSha: 'f0', headRepo: 'mallory/schema' });
    const foreign = await enqueue(5, { points: 'Foreign' }, main);
    const behind = await enqueue(1, { points: 'Points' }, foreign);
    const before = await repository.service.calls();
    for (const sha of [foreign, behind]) {
      for (const checkedOut of [sha, main, ''])
        expect(await planGroup(sha, checkedOut)).toMatchObject({ code: 0, outputs: { result: 'neutral' } });
    }
    expect(await repository.service.calls()).toEqual(before);
  });

  test('stops a group that is not what is checked out, with a commit or without', async () => {
    await repository.plan(1, { points: 'Points' });
    const main = repository.standIn.git.refs.get('refs/heads/main') ?? '';
    await repository.declare({ points: 'Nobody reviewed this' });
    const stray = await repository.commit(main);
    const sha = await enqueue(1, { points: 'Nobody reviewed this' }, main);
    const before = await repository.service.calls();
    for (const checkedOut of [stray, main, '']) {
      const stopped = await planGroup(sha, checkedOut);
      expect(stopped).toMatchObject({ code: 3, outputs: { result: 'failed' } });
      expect(stopped.annotations).toEqual([expect.stringMatching(/^::error title=checkout-unproven::/)]);
    }
    expect(await repository.service.calls()).toEqual(before);
  });
});
