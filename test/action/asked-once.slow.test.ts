/** How merges relate is asked of the Git host once in a search, however often that begins anew with more places. */

import { afterEach, expect, test } from 'vitest';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { aTierRepository, type TierRepository } from './tier-project.ts';

let repository: TierRepository;
afterEach(() => repository.close());

/** A branch that reads one file more, and came with another one on top of it, which has nothing of that. */
function stacked(number: number, from: string): void {
  const { git, state } = repository.standIn;
  const made = (on: string, parents: readonly string[], files: Readonly<Record<string, string>>) => {
    const changes = Object.entries(files).map(([path, content]) => ({ path, content }));
    return git.newCommit({ tree: git.newTree(git.commit(on)?.tree, changes) ?? '', parents, message: `Of #${number}` });
  };
  const more = { 'strict.yaml': 'include: [more.yaml]\npolicy: {}\n', 'more.yaml': `version: 1\n# ${number}\n` };
  const lower = made(from, [from], more);
  const upper = made(lower, [lower], { 'UPPER.md': `${number}` });
  const merge = made(repository.head(), [repository.head(), upper], { 'UPPER.md': `${number}` });
  repository.toMain(merge);
  const merged = { headRepo: REPOSITORY, mergedAt: new Date(Date.now() + number * 1000).toISOString() };
  state.pulls.push({ ...merged, number, headSha: lower, mergeSha: lower });
  state.pulls.push({ ...merged, number: number + 1, headSha: upper, mergeSha: merge });
}

test('where each of several branches that came with others reads more', { timeout: 180_000 }, async () => {
  repository = await aTierRepository();
  const first = await repository.applied(1, { include: 'strict' });
  for (const number of [50, 60, 70, 80]) stacked(number, first);
  const { requests } = repository.standIn;
  const before = requests.length;
  expect(await repository.planned(3, { include: 'strict', label: 'Level' })).toMatchObject({ code: 0 });
  const compared = requests.slice(before).filter((request) => request.includes('/compare/'));
  expect(compared.length).toBeGreaterThan(4);
  expect(compared).toEqual([...new Set(compared)]);
});
