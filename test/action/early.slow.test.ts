/** A run that ends before it reads an account: its summary says why, and it approves nothing. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
  await repository.write({});
});
afterEach(() => repository.close());

test.each([
  ['an empty secret', { credentials: 'SANDBOX_TOKEN=' }, 3, 'variables-refused'],
  ['a wrong input', { review: 'yes' }, 1, 'inputs-invalid'],
  ['a folder outside of the repository', { 'working-directory': '../..' }, 3, 'outside-repository'],
])('%s is in the summary, and not only an annotation', async (_, inputs, code, error) => {
  const ran = await repository.push(1, inputs);
  expect(ran).toMatchObject({ code, outputs: { result: 'failed' } });
  expect(ran.annotations).toEqual([expect.stringContaining(`::error title=${error}::`)]);
  expect(ran.summary).toMatch(/^### trueup failed\n\n/);
  expect(ran.summary).toContain(`(\`${error}\`)`);
});

test('a push whose files are missing is not approved by the earlier record', async () => {
  await repository.push(1);
  const ran = await repository.push(1, { files: 'nope.yaml' });
  expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(ran.annotations).toContainEqual(expect.stringContaining('title=file-missing::'));
  expect(ran.summary).toContain('nope.yaml');
  await repository.write({});
  expect(await repository.merge(1)).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(await repository.writes()).toEqual([]);
});

test('a file that cannot be parsed says why in the one comment', async () => {
  await repository.push(1);
  const text = await readFile(join(repository.workspace, 'trueup.yaml'), 'utf8');
  await repository.file('trueup.yaml', `${text}broken: [`);
  expect(await repository.push(1)).toMatchObject({ code: 3 });
  expect(repository.comments(1)).toEqual([expect.stringContaining('### plan of sandbox failed')]);
});
