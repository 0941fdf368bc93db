/** A pull request that may loosen the policy gets through a merge queue, whose runs know no labels. */

import { expect, test } from 'vitest';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { aRepository } from './repository.ts';

test('a group is planned with the word that its pull requests had, and what none of them was reviewed for is stopped', async () => {
  const repository = await aRepository();
  const { git } = repository.standIn;
  await repository.write({ isProtected: true });
  const main = await repository.commit();
  repository.toMain(main);
  await repository.write({});
  const allow = { 'policy-changes': 'allow' };
  expect(await repository.push(1, {}, REPOSITORY, main)).toMatchObject({ code: 3 });
  expect(await repository.push(1, allow, REPOSITORY, main)).toMatchObject({ code: 0 });

  const queued = async (inputs: Readonly<Record<string, string>>) => {
    const sha = await repository.commit(main);
    const ref = `refs/heads/gh-readonly-queue/main/pr-1-${main}`;
    git.refs.set(ref, sha);
    const group = { head_sha: sha, head_ref: ref, base_sha: main, base_ref: 'refs/heads/main' };
    const event = { name: 'merge_group', payload: { action: 'checks_requested', merge_group: group } };
    return repository.job(sha, { inputs: { command: 'plan', ...inputs }, ref, event });
  };
  expect(await queued({})).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(await queued(allow)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  await repository.write({ label: 'Reviewed by nobody' });
  expect(await queued(allow)).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  await repository.close();
});
