/** Many merges of files that the project does not read hide nothing, wherever it searches for its own. */

import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { sandboxText } from '../support/project.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

let repository: RepositoryUnderTest;
afterEach(() => repository.close());

const head = () => repository.standIn.git.refs.get('refs/heads/main') ?? '';

function declare(folder: string, include: string, label: string): Promise<void> {
  const text = `${sandboxText(repository.service.url)}include: ['${include}']\n`;
  const group = `objects: { contacts: { groups: { loyalty: { displayName: ${label} } } } }\n`;
  return repository.file(join(folder, 'trueup.yaml'), `${text}${group}`);
}

/** Each merged by squash. */
function others(count: number, from: number, path: string): void {
  const { git, state } = repository.standIn;
  for (let number = from; number < from + count; number += 1) {
    const tree = git.newTree(git.commit(head())?.tree, [{ path, content: `${number}` }]) ?? '';
    repository.toMain(git.newCommit({ tree, parents: [head()], message: `Note ${number}` }));
    const mergedAt = later();
    state.pulls.push({ number, headSha: head(), headRepo: REPOSITORY, mergeSha: head(), mergedAt });
  }
}

test.each([
  ['a folder that is searched', 'crm', '**/*.yaml', 'crm/docs/note.md', 11],
  ['the top that is searched', '.', '**/*.yaml', 'docs/note.md', 11],
  ['YAML files below a folder of which only the top is searched', '.', '*.yaml', 'k8s/deploy.yaml', 31],
  ['a folder that no search enters', '.', '**/*.yaml', '.github/workflows/build.yaml', 11],
])('in %s', { timeout: 180_000 }, async (_, folder, include, path, count) => {
  repository = await aRepository({ folder });
  await repository.file(join(folder, 'empty.yaml'), 'objects: {}\n');
  others(31, 100, path);
  await declare(folder, include, 'One');
  expect(await repository.push(1, {}, undefined, head())).toMatchObject({ code: 0 });
  expect(await repository.merge(1)).toMatchObject({ code: 0 });
  others(count, 200, path);
  await declare(folder, include, 'Two');
  expect(await repository.push(2, {}, undefined, head())).toMatchObject({
    code: 0,
    outputs: { 'has-changes': 'true' },
  });
});
