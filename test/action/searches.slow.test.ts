/** What a search can find, and nothing else, overtakes a job and hides or holds a policy. */

import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { sandboxText } from '../support/project.ts';
import { aRepository, mergeSha, type RepositoryUnderTest } from './repository.ts';

const PATIENT = { timeout: 180_000 };
const OF_FORK = { headRepo: 'mallory/schema' } as const;
const RULE = 'policy: { rules: { description-required: error } }\n';

let repository: RepositoryUnderTest;
afterEach(() => repository.close());

const head = () => repository.standIn.git.refs.get('refs/heads/main') ?? '';

async function declared(include: string, label: string, folder = 'crm'): Promise<void> {
  const property = `tier: { label: ${label}, type: number, fieldType: number }`;
  const objects = `objects: { contacts: { groups: { contactinformation: { properties: { ${property} } } } } }\n`;
  const text = `${sandboxText(repository.service.url)}include: ['${include}']\n${objects}`;
  await repository.file(join(folder, 'trueup.yaml'), text);
}

const planned = (number: number) => repository.push(number, {}, REPOSITORY, head());

/** As on main; no job runs for it. */
async function merged(number: number): Promise<void> {
  const { pulls } = repository.standIn.state;
  const at = pulls.findIndex((pull) => pull.number === number);
  repository.toMain(await repository.commit(head(), mergeSha(number)));
  const mergedAt = later();
  pulls[at] = { ...(pulls[at] as (typeof pulls)[number]), mergeSha: mergeSha(number), mergedAt };
}

/** A fork merged main and kept the files of an older commit, and something came on top of that. */
function hiddenBy(from: string): void {
  const { git, state } = repository.standIn;
  const noted = (on: string, parents: readonly string[], note: string) => {
    const tree = git.newTree(git.commit(on)?.tree, [{ path: 'NOTES.md', content: note }]) ?? '';
    return git.newCommit({ tree, parents, message: note });
  };
  const ours = git.newCommit({ tree: git.commit(from)?.tree ?? '', parents: [from, head()], message: 'Merge main' });
  const headSha = noted(ours, [ours], 'Nothing of ours');
  const tree = git.commit(headSha)?.tree ?? '';
  repository.toMain(git.newCommit({ tree, parents: [head(), headSha], message: 'Merge #5' }));
  state.pulls.push({
    ...OF_FORK,
    mergedAt: later(),
    number: 5,
    headSha,
    mergeSha: head(),
    broughtShas: [ours, headSha],
  });
  repository.toMain(noted(head(), [head()], 'A note'));
  state.pulls.push({ ...OF_FORK, mergedAt: later(), number: 200, headSha: head(), mergeSha: head() });
}

const FILE = (path: string) => () => repository.file(path, 'version: 1\n');

test.each([
  ['*.yaml', 'a deeper file', FILE('crm/sub/b.yaml'), 0],
  ['*.yaml', 'a file right there', FILE('crm/b.yaml'), 6],
  ['*.yaml', 'a link right there', () => symlink('../shared', join(repository.workspace, 'crm/b')), 6],
  ['*.yaml', 'a file in a folder of such a name', FILE('crm/b.yaml/c.yaml'), 6],
  ['{.dot,sub}/*.yaml', 'a file in a hidden folder', FILE('crm/.dot/b.yaml'), 6],
  ['*/*.yaml', 'a file in a folder that starts with a dot', FILE('crm/.dot/b.yaml'), 0],
  ['{link,sub}/*.yaml', 'a file behind a link', FILE('shared/b.yaml'), 6],
])('a job with the include %s, overtaken by %s', PATIENT, async (include, _, change, code) => {
  repository = await aRepository({ folder: 'crm' });
  await repository.file('crm/a.yaml', 'version: 1\n');
  await repository.file('crm/sub/a.yaml', 'version: 1\n');
  await repository.file('shared/a.yaml', 'version: 1\n');
  await symlink('../shared', join(repository.workspace, 'crm/link'));
  await declared(include, 'One');
  expect(await planned(1)).toMatchObject({ code: 0 });
  await merged(1);
  await change();
  repository.toMain(await repository.commit());
  for (const path of ['crm/b', 'crm/b.yaml', 'crm/sub/b.yaml', 'crm/.dot', 'shared/b.yaml'])
    await rm(join(repository.workspace, path), { recursive: true, force: true });
  expect(await repository.applyAgain(1)).toMatchObject({ code });
});

test.each([
  ['{.dot,sub}/*.yaml', 'crm/.dot/strict.yaml', 3],
  ['{other,sub}/*.yaml', 'crm/other/strict.yaml', 3],
  ['*.yaml', 'crm/strict.yaml', 3],
  ['*.yaml', 'crm/sub/strict.yaml', 0],
])('with the include %s, a policy in %s that is hidden', PATIENT, async (include, path, code) => {
  repository = await aRepository({ folder: 'crm' });
  await repository.file('crm/a.yaml', 'version: 1\n');
  await repository.file('crm/sub/a.yaml', 'version: 1\n');
  await declared(include, 'One');
  expect(await planned(1)).toMatchObject({ code: 0 });
  expect(await repository.merge(1)).toMatchObject({ code: 0 });
  const first = head();
  await repository.file(path, RULE);
  await planned(2);
  await merged(2);
  hiddenBy(first);
  await rm(join(repository.workspace, path));
  await declared(include, 'Two');
  expect(await planned(6)).toMatchObject({ code });
});

test('merges of deeper files cost a request each at most', PATIENT, async () => {
  repository = await aRepository();
  const { git, requests, state } = repository.standIn;
  await repository.file('a.yaml', 'version: 1\n');
  await declared('*.yaml', 'One', '.');
  expect(await planned(1)).toMatchObject({ code: 0 });
  expect(await repository.merge(1)).toMatchObject({ code: 0 });
  const trees = async (number: number) => {
    const before = requests.length;
    expect(await planned(number)).toMatchObject({ code: 0 });
    return requests.slice(before).filter((request) => request.includes('/git/trees/')).length;
  };
  await declared('*.yaml', 'Two', '.');
  const few = await trees(2);
  for (let number = 100; number < 110; number += 1) {
    const tree = git.newTree(git.commit(head())?.tree, [{ path: 'k8s/deploy.yaml', content: `${number}` }]) ?? '';
    repository.toMain(git.newCommit({ tree, parents: [head()], message: `Note ${number}` }));
    const mergedAt = later();
    state.pulls.push({ number, headSha: head(), headRepo: REPOSITORY, mergeSha: head(), mergedAt });
  }
  expect((await trees(2)) - few).toBeLessThanOrEqual(11);
});
