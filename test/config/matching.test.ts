import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPlainPath } from '../../src/config/files/include-pattern.ts';
import { matching } from '../../src/config/files/matching.ts';

const FILES = ['a.yaml', 'b.yml', '.hidden.yaml', 'C.yaml', 'd.YAML', 'notes.txt', 'x-1.yaml', '...yaml', 'é.yaml'];
const FOLDERS = ['.', 'schema', 'schema/deep', '.dot', 'lower', 'folder.yaml'];

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'trueup-matching-'));
  for (const folder of FOLDERS) await mkdir(join(root, folder), { recursive: true });
  for (const folder of ['.', 'schema', '.dot']) for (const file of FILES) await writeFile(join(root, folder, file), '');
  await writeFile(join(root, 'lower', 'a.yaml'), '');
  await symlink('nowhere', join(root, 'lower', 'dangling.yaml'));
  await symlink('../schema', join(root, 'lower', 'link'));
});

afterAll(() => rm(root, { recursive: true }));

/** The result of the matcher of Node.js. */
function found(pattern: string, folder: string): readonly string[] {
  const names = globSync(pattern, { cwd: folder });
  return names
    .filter((name) => isPlainPath(pattern) || /\.ya?ml$/i.test(name))
    .map((name) => resolve(folder, name))
    .sort();
}

const folders = fc.array(
  fc.constantFrom('schema', 'deep', '.dot', 'lower', 'link', 'missing', 'folder.yaml', 'a.yaml', '..', '.'),
  {
    maxLength: 3,
  },
);
const last = fc.constantFrom('*.yaml', '*.yml', '*', '*.y*ml', 'dangling.yaml', 'none.yaml', '..', '.', '', ...FILES);

test('finds the same files as the matcher of Node.js', async () => {
  await fc.assert(
    fc.asyncProperty(folders, last, fc.constantFrom('.', 'schema', 'lower'), async (inside, name, from) => {
      const [pattern, folder] = [[...inside, name].join('/'), join(root, from)];
      fc.pre(pattern !== '');
      expect([pattern, await matching(pattern, folder, 2_000)]).toEqual([pattern, found(pattern, folder)]);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['*.yaml', ['C.yaml', 'a.yaml', 'folder.yaml', 'x-1.yaml', 'é.yaml']],
  ['schema/*.yml', ['schema/b.yml']],
  ['./lower/*.yaml', ['lower/a.yaml', 'lower/dangling.yaml']],
  ['schema/a.yaml', ['schema/a.yaml']],
  ['lower/dangling.yaml', ['lower/dangling.yaml']],
  ['schema/none.yaml', []],
  ['missing/*.yaml', []],
  ['{schema,lower}/a.yaml', ['lower/a.yaml', 'schema/a.yaml']],
  ['schema/**/b.*', ['schema/b.yml']],
])('%s matches %j', async (pattern, names) => {
  expect(await matching(pattern, root, 2_000)).toEqual(names.map((name) => join(root, name)));
});
