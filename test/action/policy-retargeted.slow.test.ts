/** A pull request that gets another base branch is compared with the policy of that one. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { ALLOW, aPolicyRepository, type PolicyRepository } from './policy-project.ts';

let repository: PolicyRepository;
beforeEach(async () => {
  repository = await aPolicyRepository();
});
afterEach(() => repository.close());

describe('a pull request that gets another base branch', () => {
  const LOOSE = 'refs/heads/loose';

  /** Planned against a branch that is loose already; the head, and main, which is not. */
  async function planned() {
    const main = await repository.applied({});
    repository.toMain(main);
    await repository.checkout({ policy: ALLOW });
    const loose = await repository.commit(main);
    repository.standIn.git.refs.set(LOOSE, loose);
    await repository.checkout({ policy: ALLOW, options: ['gold'] });
    const head = await repository.commit(loose);
    repository.standIn.state.pulls.push({ number: 1, headSha: head, baseSha: loose, base: 'loose' });
    expect(await plannedFor(head, head, { ref: 'loose', sha: loose })).toMatchObject({ code: 0 });
    return { main, loose, head };
  }

  function plannedFor(commit: string, head: string, base: { readonly ref: string; readonly sha: string }) {
    const repo = { full_name: REPOSITORY };
    const payload = { pull_request: { number: 1, head: { sha: head, repo }, base: { ...base, repo } } };
    const event = { name: 'pull_request', payload };
    return repository.job(commit, { inputs: { command: 'plan' }, ref: 'refs/pull/1/merge', event });
  }

  function retarget(main: string, more: { readonly testMergeSha?: string } = {}) {
    const { state } = repository.standIn;
    const [pull] = state.pulls;
    if (pull !== undefined) state.pulls[0] = { ...pull, ...more, base: 'main', baseSha: main };
  }

  test('is not approved by the plan for the first one, and is told so', async () => {
    const { main } = await planned();
    retarget(main);
    const before = await repository.writes();
    const sha = await repository.commit();
    const { state } = repository.standIn;
    const [pull] = state.pulls;
    if (pull !== undefined) state.pulls[0] = { ...pull, mergeSha: sha, mergedAt: later() };
    repository.toMain(sha);
    const event = { name: 'push', payload: { ref: 'refs/heads/main', before: main } };
    const ran = await repository.job(sha, { inputs: { command: 'apply' }, event });
    expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(ran.annotations).toContain(
      '::warning title=approval-ignored::The plan of #1 is ignored: it was made for loose, and #1 is for main.',
    );
    expect(await repository.writes()).toEqual(before);
  });

  test('is compared with the new one, also while the checkout is still the merge into the first one', async () => {
    const { main, loose, head } = await planned();
    const { git } = repository.standIn;
    const tree = git.commit(head)?.tree ?? '';
    const stale = git.newCommit({ tree, parents: [loose, head], message: 'Test merge' });
    retarget(main, { testMergeSha: stale });
    const ran = await plannedFor(stale, head, { ref: 'main', sha: main });
    expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed', digest: '' } });
    expect(repository.comment()).toContain('is looser than on the base branch');
  });
});
