/** A run that ends before it reads an account: what its summary says, and what it leaves as it is. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TOKEN } from '../support/project.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

const EARLIER = '> **This is of an earlier commit.** [The run](';

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
  await repository.write({});
});
afterEach(() => repository.close());

test.each([
  ['an empty secret', { credentials: 'SANDBOX_TOKEN=' }, 3, 'variables-refused'],
  ['a wrong input', { 'policy-changes': 'yes' }, 1, 'inputs-invalid'],
  ['a folder that is outside', { 'working-directory': '../..' }, 3, 'outside-repository'],
])('%s is in the summary, and not only an annotation', async (_, inputs, code, error) => {
  const ran = await repository.push(1, inputs);
  expect(ran).toMatchObject({ code, outputs: { result: 'failed' } });
  expect(ran.annotations).toEqual([expect.stringContaining(`::error title=${error}::`)]);
  expect(ran.summary).toMatch(/^### trueup failed\n\n/);
  expect(ran.summary).toContain(`(\`${error}\`)`);
});

test('files that are not there add no comment for an account that nobody has', async () => {
  await repository.push(1);
  expect(repository.comments(1)).toHaveLength(1);
  const ran = await repository.push(1, { files: 'nope.yaml' });
  const before = repository.comments(1);
  expect(before).toEqual([expect.stringContaining(EARLIER)]);
  expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(ran.annotations).toContainEqual(expect.stringContaining('title=file-missing::'));
  expect(ran.summary).toMatch(/^### trueup failed\n\n[\s\S]*nope\.yaml/);
  expect(ran.summary).not.toContain('default');
  expect(repository.comments(1)).toEqual(before);
  const merged = await repository.merge(1, { files: 'nope.yaml' });
  expect(merged).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(repository.comments(1)).toEqual(before);
  expect(await repository.writes()).toEqual([]);
});

test('the comment of an account that only the environment names is put right, with nothing left to approve', async () => {
  const text = await readFile(join(repository.workspace, 'trueup.yaml'), 'utf8');
  await repository.file('trueup.yaml', text.replace(/^accounts:\n( {2}.*\n)+/m, ''));
  const { service } = repository;
  const inputs = {
    credentials: `TRUEUP_ACCESS_TOKEN=${TOKEN.SANDBOX_TOKEN}\nTRUEUP_BASE_URL=${service.url}\nTRUEUP_HUB_ID=1001`,
  };
  expect(await repository.push(1, inputs)).toMatchObject({ code: 0 });
  expect(repository.comments(1)).toEqual([expect.stringContaining('### Plan for')]);
  expect(await repository.push(1, { ...inputs, files: 'nope.yaml' })).toMatchObject({ code: 3 });
  expect(repository.comments(1)).toEqual([expect.stringContaining('### Plan for this account failed')]);
});

test('a file that cannot be parsed says why in the one comment', async () => {
  await repository.push(1);
  const text = await readFile(join(repository.workspace, 'trueup.yaml'), 'utf8');
  await repository.file('trueup.yaml', `${text}broken: [`);
  expect(await repository.push(1)).toMatchObject({ code: 3 });
  expect(repository.comments(1)).toEqual([expect.stringContaining('### Plan for this account failed')]);
});

test('the plan of an earlier commit says so, once, until the newest is planned', async () => {
  await repository.push(1);
  const [plan = ''] = repository.comments(1);
  const without = { credentials: 'SANDBOX_TOKEN=' };
  for (const ran of [await repository.push(1, without), await repository.push(1, without)]) expect(ran.code).toBe(3);
  const [told = '', ...others] = repository.comments(1);
  expect(others).toEqual([]);
  expect(told.split(EARLIER)).toHaveLength(2);
  expect(told).toMatch(
    /runs\/3\) of commit `[0-9a-f]{12}` ended before it planned: what this shows is not what a merge approves\.\n\n/,
  );
  const isNotice = (line: string) => line.startsWith(EARLIER);
  const lines = told.split('\n');
  expect(lines.toSpliced(lines.findIndex(isNotice), 2).join('\n')).toBe(plan);
  expect(await repository.merge(1)).toMatchObject({ code: 3 });
  await repository.push(2);
  await repository.push(2, without);
  expect(await repository.push(2)).toMatchObject({ code: 0 });
  expect(repository.comments(2)[0]).not.toContain(EARLIER);
});

test('the plan of the same commit stays as it is, and so does one that a newer commit has', async () => {
  await repository.push(1);
  const before = repository.comments(1);
  const [pull] = repository.standIn.state.pulls;
  const repo = { full_name: 'acme/schema' };
  const planned = (sha: string) =>
    repository.job(sha, {
      inputs: { command: 'plan', credentials: 'SANDBOX_TOKEN=' },
      ref: 'refs/pull/1/merge',
      event: { name: 'pull_request', payload: { pull_request: { number: 1, head: { sha, repo }, base: { repo } } } },
    });
  expect(await planned(pull?.headSha ?? '')).toMatchObject({ code: 3 });
  expect(await planned(await repository.commit())).toMatchObject({ code: 3 });
  expect(repository.comments(1)).toEqual(before);
});
