/** A stricter policy that came with a merge of another branch, which the Git host does not tell among the pull requests that changed last. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { ALLOW, aTierRepository, LOOSER, type TierRepository } from './tier-project.ts';

const UNKNOWN = 'Which policies a merge has to keep is unknown';
const fewer = { include: 'loose', options: ['gold'] } as const;

let repository: TierRepository;
beforeEach(async () => {
  repository = await aTierRepository();
  await repository.applied(1, { include: 'loose' });
  await developMerged();
  await repository.pushed({ include: 'loose' });
});
afterEach(() => repository.close());

/** #2 into develop, and develop by #3 into main, planned there. No job runs for that. */
async function developMerged(): Promise<void> {
  const { git, state } = repository.standIn;
  await repository.declare({ include: 'strict' });
  const feature = await repository.commit();
  const mergedAt = later;
  state.pulls.push({ number: 2, headSha: feature, mergeSha: feature, base: 'develop', mergedAt: mergedAt() });
  await repository.file('notes.yaml', 'about: nothing of ours\n');
  const headSha = await repository.commit(feature);
  git.refs.set('refs/heads/develop', headSha);
  const into = repository.head();
  const repo = { full_name: REPOSITORY };
  const payload = {
    pull_request: { number: 3, head: { sha: headSha, repo }, base: { ref: 'main', repo, sha: into } },
  };
  state.pulls.push({ number: 3, headSha, baseSha: into });
  const event = { name: 'pull_request', payload };
  const planned = await repository.job(headSha, { inputs: { command: 'plan' }, ref: 'refs/pull/3/merge', event });
  expect(planned).toMatchObject({ code: 0 });
  const tree = git.commit(headSha)?.tree ?? '';
  const mergeSha = git.newCommit({ tree, parents: [into, headSha], message: 'Merge' });
  const at = state.pulls.findIndex(({ number }) => number === 3);
  state.pulls[at] = { number: 3, headSha, mergeSha, mergedAt: mergedAt() };
  repository.toMain(mergeSha);
}

/** Pull requests that were merged long ago. */
function commentedOn(count: number): void {
  const { git, state } = repository.standIn;
  let root = repository.head();
  for (let [next] = git.commit(root)?.parents ?? []; next !== undefined; [next] = git.commit(root)?.parents ?? [])
    root = next;
  for (let number = 1000; number < 1000 + count; number += 1) {
    const headSha = `${number}`.padStart(40, 'e');
    const updatedAt = later();
    state.pulls.push({ number, headSha, mergeSha: root, mergedAt: '2020-01-01T00:00:00Z', updatedAt });
  }
}

test.each([0, 97])(
  'holds where that is found, with %d others that changed later',
  { timeout: 180_000 },
  async (count) => {
    commentedOn(count);
    expect(await repository.planned(4, fewer)).toMatchObject({ code: 3 });
    expect(repository.comment(4)).toContain(LOOSER);
    expect(repository.comment(4)).not.toContain(UNKNOWN);
  },
);

test('is unknown where a hundred others changed later, until somebody decides it', { timeout: 180_000 }, async () => {
  commentedOn(100);
  const plan = await repository.planned(4, fewer);
  expect(plan).toMatchObject({ code: 3 });
  expect(plan.summary).toContain(UNKNOWN);
  expect(await repository.planned(4, fewer, ALLOW)).toMatchObject({ code: 0 });
  const written = await repository.writes();
  expect(await repository.merge(4)).toMatchObject({ code: 3 });
  expect(await repository.writes()).toEqual(written);
  expect(await repository.apply(ALLOW)).toMatchObject({ code: 0 });
  await repository.applied(5, { include: 'loose', options: ['gold', 'silver'] });
  expect(await repository.planned(6, fewer)).toMatchObject({ code: 0 });
});
