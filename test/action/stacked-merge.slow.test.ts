/** A branch that was merged with another one on top of it: the Git host names its own head as its merge, which main never was. */

import { afterEach, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { ALLOW, aTierRepository, type TierRepository } from './tier-project.ts';

const PATIENT = { timeout: 180_000 };

let repository: TierRepository;
afterEach(() => repository.close());

/** The branch began at `from` and changes this; another one on top of it is merged as the files of main are. */
function stacked(from: string, path: string, content: string): void {
  const { git, state } = repository.standIn;
  const on = (commit: string, name: string, text: string) =>
    git.newTree(git.commit(commit)?.tree, [{ path: name, content: text }]) ?? '';
  const lower = git.newCommit({ tree: on(from, path, content), parents: [from], message: 'Lower' });
  const upper = git.newCommit({ tree: on(lower, 'UPPER.md', ''), parents: [lower], message: 'Upper' });
  const parents = [repository.head(), upper];
  const merge = git.newCommit({ tree: on(repository.head(), 'UPPER.md', ''), parents, message: 'Merge' });
  repository.toMain(merge);
  const mergedAt = later();
  const merged = { headRepo: REPOSITORY, mergedAt };
  state.pulls.push({ ...merged, number: 50, headSha: lower, mergeSha: lower });
  state.pulls.push({ ...merged, number: 51, headSha: upper, mergeSha: merge });
}

async function loosened(): Promise<string> {
  repository = await aTierRepository();
  const first = await repository.applied(1, { include: 'strict' });
  expect(await repository.planned(2, { include: 'loose', options: ['gold', 'silver'] }, ALLOW)).toMatchObject({
    code: 0,
  });
  expect(await repository.merge(2)).toMatchObject({ code: 0 });
  return first;
}

test('one that changed nothing of the project holds nothing back', PATIENT, async () => {
  stacked(await loosened(), 'LOWER.md', 'Of something else');
  expect(await repository.planned(3, { include: 'loose', options: ['gold'] })).toMatchObject({ code: 0 });
});

test('one that made the policy stricter holds', PATIENT, async () => {
  await loosened();
  stacked(repository.head(), 'loose.yaml', 'policy: {}\n');
  expect(await repository.planned(3, { include: 'loose', options: ['gold'] })).toMatchObject({ code: 3 });
  expect(repository.comment(3)).toContain('The plan needs this, so it is refused');
});
