/** A run that ends before it reads an account: what its summary says, and what it leaves as it is. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TOKEN } from '../support/project.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

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
  const before = repository.comments(1);
  expect(before).toHaveLength(1);
  const ran = await repository.push(1, { files: 'nope.yaml' });
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
