import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { indexPlaces } from '../../src/config/base.ts';
import { loadProject, parseProject } from '../../src/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'trueup-places-')));
  await mkdir(join(folder, 'crm/schema'), { recursive: true });
  await writeFile(join(folder, 'crm/trueup.yaml'), 'version: 1\ninclude: [schema/*.yaml]\n');
  await writeFile(join(folder, 'crm/schema/contacts.yaml'), 'objects: {}\n');
});
afterEach(() => rm(folder, { recursive: true }));

const places = async (cwd: string, ...paths: readonly string[]) => [
  ...indexPlaces(await loadProject(paths, { cwd: join(folder, cwd) })).values(),
];

test('records name files from the root of the repository, wherever the command runs', async () => {
  await mkdir(join(folder, '.git'));
  const expected = ['crm/trueup.yaml', 'crm/schema/contacts.yaml'];
  expect(await places('.', 'crm/trueup.yaml')).toEqual(expected);
  expect(await places('crm', 'trueup.yaml')).toEqual(expected);
  expect(await places('crm/schema', '../trueup.yaml')).toEqual(expected);
  expect((await places('.', 'crm')).toSorted()).toEqual(expected.toSorted());
});

test('records name files from the folder of the first file outside a repository', async () => {
  const expected = ['trueup.yaml', 'schema/contacts.yaml'];
  expect(await places('.', 'crm/trueup.yaml')).toEqual(expected);
  expect(await places('crm', 'trueup.yaml')).toEqual(expected);
});

test('a link to the working directory changes no name', async () => {
  await mkdir(join(folder, '.git'));
  await symlink(join(folder, 'crm'), join(folder, 'link'));
  expect(await places('link', 'trueup.yaml')).toEqual(['crm/trueup.yaml', 'crm/schema/contacts.yaml']);
});

test('a link to a file or a folder changes no name either', async () => {
  await mkdir(join(folder, '.git'));
  await symlink(join(folder, 'crm/trueup.yaml'), join(folder, 'linked.yaml'));
  await symlink(join(folder, 'crm'), join(folder, 'way'));
  expect(await places('.', 'linked.yaml')).toContain('crm/trueup.yaml');
  expect(await places('.', 'way/trueup.yaml')).toEqual(['crm/trueup.yaml', 'crm/schema/contacts.yaml']);
});

test('texts that came from no disk keep the paths that they were passed with', () => {
  expect([...indexPlaces(parseProject([{ path: './a/../trueup.yaml', text: 'version: 1\n' }])).values()]).toEqual([
    'trueup.yaml',
  ]);
});
