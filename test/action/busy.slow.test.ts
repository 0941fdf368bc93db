/** In a busy repository, commits that touch no file of the project do not hide what is merged. */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { sandboxText } from '../support/project.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

const PUSH = { name: 'push', payload: { ref: 'refs/heads/main' } };
const MAIN = 'refs/heads/main';

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
});
afterEach(() => repository.close());

const schema = (groups: string) => `objects:\n  contacts: { groups: { ${groups} } }\n`;
const ONE = 'one: { displayName: One }';

async function file(path: string, text: string): Promise<void> {
  await mkdir(join(repository.workspace, dirname(path)), { recursive: true });
  await writeFile(join(repository.workspace, path), text);
}

/** Commits on main of a file that is no YAML, or is where no search looks. */
async function others(count: number, path: string): Promise<string> {
  const { git } = repository.standIn;
  for (let at = 1; at <= count; at += 1) {
    const parent = git.refs.get(MAIN) ?? '';
    const tree = git.newTree(git.commit(parent)?.tree, [{ path, content: `${at}` }]) ?? '';
    repository.toMain(git.newCommit({ tree, parents: [parent], message: 'Something else' }));
  }
  return git.refs.get(MAIN) ?? '';
}

/** Planned, and merged without a job. */
async function merged(number: number, inputs: Readonly<Record<string, string>>): Promise<void> {
  expect(await repository.push(number, inputs)).toMatchObject({ code: 0, outputs: { 'has-changes': 'true' } });
  const { pulls } = repository.standIn.state;
  const at = pulls.findIndex((pull) => pull.number === number);
  const mergeSha = await repository.commit();
  repository.toMain(mergeSha);
  const pull = pulls[at];
  if (pull !== undefined) pulls[at] = { ...pull, mergeSha, mergedAt: later() };
}

async function applied(sha: string, inputs: Readonly<Record<string, string>>) {
  const ran = await repository.job(sha, { inputs: { command: 'apply', ...inputs }, event: PUSH });
  expect(ran).toMatchObject({ code: 0, outputs: { result: 'passed' } });
}

test.each([
  ['the whole repository is searched', '.', { files: '.' }],
  ['the working directory holds other things as well', 'crm', { 'working-directory': 'crm' }],
  ['a folder of other things is searched', 'crm', { 'working-directory': 'crm', files: '.' }],
])('what is merged is found behind them where %s', async (_, folder, inputs) => {
  await file(join(folder, 'trueup.yaml'), sandboxText(repository.service.url));
  await file(join(folder, 'schema/contacts.yaml'), schema(ONE));
  if (!('files' in inputs))
    await file('crm/trueup.yaml', `${sandboxText(repository.service.url)}include: [schema/contacts.yaml]\n`);
  await merged(1, inputs);
  await others(40, join(folder, 'src/main.ts'));
  const last = await others(1, join(folder, '.ci/workflow.yaml'));
  const planned = await repository.push(2, inputs);
  expect(planned.log).toContain('Merged, not yet applied: #1.\n');
  await applied(last, inputs);
  expect(await repository.writes()).toEqual(['createGroup']);
});

test('so is a merge that only removes a file, which takes the place of the one that brought it', async () => {
  const inputs = { files: '.' };
  await file('trueup.yaml', sandboxText(repository.service.url));
  await file('crm/one.yaml', schema(ONE));
  await file('crm/two.yaml', schema('two: { displayName: Two }'));
  await merged(1, inputs);
  await rm(join(repository.workspace, 'crm/two.yaml'));
  await merged(2, inputs);
  await applied(await others(40, 'src/main.ts'), inputs);
  expect(await repository.writes()).toEqual(['createGroup']);
});

test('of very many files the folders are asked for', async () => {
  const inputs = { files: '.' };
  await file('trueup.yaml', sandboxText(repository.service.url));
  for (let at = 0; at < 30; at += 1) {
    await file(`crm/part-${at % 3}/g${at}.yaml`, schema(`g${at}: { displayName: G${at} }`));
  }
  await merged(1, inputs);
  const last = await others(40, 'src/main.ts');
  repository.standIn.requests.splice(0);
  await applied(last, inputs);
  const asked = repository.standIn.requests.filter((line) => line.includes('/commits?') && line.includes('path='));
  expect(new Set(asked.map((line) => /path=([^&]*)/.exec(line)?.[1])).size).toBeLessThanOrEqual(20);
});
