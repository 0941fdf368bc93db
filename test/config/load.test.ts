/** Loading from disk: files, folders, includes, each once, and everything that is missing as a finding. */

import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readProject } from '../../src/config/files/load.ts';
import { parseDocument } from '../../src/config/yaml/source.ts';
import { hintless, places } from './builders.ts';

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'trueup-load-'));
});
afterEach(() => rm(cwd, { recursive: true }));

async function write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), content);
  }
}

async function load(...paths: readonly string[]) {
  const { files, findings } = await readProject(paths, { cwd });
  expect(hintless(findings)).toEqual([]);
  return { files: files.map((file) => file.path), findings: places(findings) };
}

test('reads the YAML files of a folder in order, without dot folders', async () => {
  await write({ 'p/b.yml': '', 'p/a.yaml': '', 'p/deep/c.yaml': '', 'p/.git/d.yaml': '', 'p/readme.md': '' });
  expect(await load('p')).toEqual({ files: ['p/a.yaml', 'p/b.yml', 'p/deep/c.yaml'], findings: [] });
});

test('follows includes relative to the including file, each file once, cycles and all', async () => {
  await write({
    'trueup.yaml': 'include: [schema/*.yaml, ./trueup.yaml]\n',
    'schema/a.yaml': 'include: [../trueup.yaml, b.yaml, more]\n',
    'schema/b.yaml': '',
    'schema/notes.md': '',
    'schema/more/c.yaml': '',
  });
  expect(await load('trueup.yaml', 'schema')).toEqual({
    files: ['trueup.yaml', 'schema/a.yaml', 'schema/b.yaml', 'schema/more/c.yaml'],
    findings: [],
  });
});

test('names a file outside the working directory by its repository path', async () => {
  await write({
    '.git/HEAD': '',
    'crm/trueup.yaml': 'include: [../shared/policy.yaml, ../shared/nope.yaml]\n',
    'shared/policy.yaml': 'include: [nope.yaml]\n',
  });
  const shown = async (more = {}) => {
    const { files, findings } = await readProject(['trueup.yaml'], { cwd: join(cwd, 'crm'), ...more });
    return [...files.map(({ path }) => path), ...findings.map(({ provenance }) => provenance?.file)].toSorted();
  };
  const own = 'trueup.yaml';
  expect(await shown({ within: cwd })).toEqual(['../shared/policy.yaml', '../shared/policy.yaml', own, own]);
  const whole = join(cwd, 'shared/policy.yaml');
  expect(await shown()).toEqual([whole, whole, own, own]);
});

test('names a file in a folder whose name begins with two dots as any other', async () => {
  await write({
    '.git/HEAD': '',
    'trueup.yaml': 'include: [..x/a.yaml]\n',
    'crm/trueup.yaml': 'include: [../..x/a.yaml]\n',
    '..x/a.yaml': 'include: [nope.yaml]\n',
  });
  const shown = async (folder: string) => {
    const { findings } = await readProject(['trueup.yaml'], { cwd: join(cwd, folder), within: cwd });
    return findings.map(({ provenance }) => provenance?.file);
  };
  expect(await shown('.')).toEqual(['..x/a.yaml']);
  expect(await shown('crm')).toEqual(['../..x/a.yaml']);
});

test('reports an include that matches nothing where it stands', async () => {
  await write({ 'trueup.yaml': 'version: 1\ninclude:\n  - a.yaml\n  - nope/*.yaml\n  - nope.yaml\n', 'a.yaml': '' });
  expect(await load('trueup.yaml')).toEqual({
    files: ['trueup.yaml', 'a.yaml'],
    findings: ['include-unmatched 4:5', 'include-unmatched 5:5'],
  });
});

test('reports a missing, empty or unreadable file', async () => {
  await write({ 'empty/readme.md': '', 'latin.yaml': Uint8Array.of(0x61, 0xe4), 'ok.yaml': '' });
  expect(await load('gone.yaml', 'empty', 'latin.yaml', '/dev/null', 'ok.yaml')).toEqual({
    files: ['ok.yaml'],
    findings: ['file-missing', 'folder-empty', 'file-not-text', 'file-unreadable'],
  });
});

test('reports that no file was named', async () => {
  expect(await load()).toEqual({ files: [], findings: ['file-missing'] });
});

test('refuses a file above the limit without reading it', async () => {
  await write({ 'big.yaml': '' });
  await truncate(join(cwd, 'big.yaml'), 10_000_001);
  expect(await load('big.yaml')).toEqual({ files: [], findings: ['file-too-large'] });
});

test('stops at the limit of files, and says so once', async () => {
  await write(Object.fromEntries(Array.from({ length: 2_002 }, (_, index) => [`many/${index}.yaml`, ''])));
  const { files, findings } = await load('many');
  expect(files.length).toBe(2_000);
  expect(findings).toEqual(['project-too-large']);
});

test('follows links to folders once, and reads a file that has two names once', async () => {
  await write({ 'p/a.yaml': '' });
  await symlink('.', join(cwd, 'p', 'loop'));
  await symlink('a.yaml', join(cwd, 'p', 'b.yaml'));
  expect(await load('p')).toEqual({ files: ['p/a.yaml'], findings: [] });
});

test('refuses included files outside the project and hides whether they exist', async () => {
  await write({
    'secret.yaml': 'token: hush\n',
    'project/trueup.yaml':
      'include:\n  - ../secret.yaml\n  - ../nothing.yaml\n  - ../*.yaml\n  - /etc/passwd\n  - out/*.yaml\n  - link.yaml\n',
    'project/ok.yaml': '',
  });
  await symlink('..', join(cwd, 'project', 'out'));
  await symlink('../secret.yaml', join(cwd, 'project', 'link.yaml'));
  const { files, findings } = await readProject(['trueup.yaml'], { cwd: join(cwd, 'project') });
  expect(files.map((file) => file.path)).toEqual(['trueup.yaml']);
  expect(places(findings)).toEqual([2, 3, 4, 5, 6, 7].map((line) => `outside-project ${line}:5`));
  expect(JSON.stringify(findings)).not.toMatch(/hush|secret\.yaml" does/);
});

test('reads no file of a folder that a link leads out of the project', async () => {
  await write({ 'secret.yaml': '', 'elsewhere/deep/x.yaml': '', 'p/a.yaml': '' });
  await symlink('../secret.yaml', join(cwd, 'p', 'b.yaml'));
  await symlink('../elsewhere', join(cwd, 'p', 'c'));
  const { files, findings } = await readProject(['.'], { cwd: join(cwd, 'p') });
  expect([files.map((file) => file.path), places(findings)]).toEqual([
    ['a.yaml'],
    ['outside-project', 'outside-project'],
  ]);
  expect(findings.map(({ fix }) => fix)).toEqual([
    [{ action: 'pass-files', paths: ['b.yaml'] }],
    [{ action: 'pass-files', paths: ['c'] }],
  ]);
});

test.each([
  ['the repository around it', '.git', 'project'],
  ['the working directory', '.other', '.'],
])('an include may lead to a sibling folder inside %s', async (_what, marker, from) => {
  await write({
    [`${marker}/config`]: '',
    'project/trueup.yaml': 'include: [../shared/a.yaml]\n',
    'shared/a.yaml': '',
  });
  const paths = [join(cwd, 'project', 'trueup.yaml')];
  const { files, findings } = await readProject(paths, { cwd: join(cwd, from) });
  expect([files.length, findings]).toEqual([2, []]);
});

test('a person may name any file, and its includes stay around it', async () => {
  await write({ 'work/x.yaml': '', 'other/trueup.yaml': 'include: [a.yaml, ../work/x.yaml]\n', 'other/a.yaml': '' });
  await symlink('../other/a.yaml', join(cwd, 'work', 'named.yaml'));
  const { files, findings } = await readProject(['../other/trueup.yaml', 'named.yaml'], { cwd: join(cwd, 'work') });
  expect(files.length).toBe(3);
  expect(findings).toEqual([]);
  const alone = await readProject([join(cwd, 'other', 'trueup.yaml')], { cwd: join(cwd, 'work') });
  expect(alone.findings).toMatchObject([{ code: 'outside-project' }]);
  expect(alone.findings[0]).not.toHaveProperty('fix');
});

test('reports a link that leads nowhere', async () => {
  await write({ 'p/a.yaml': '' });
  await symlink('gone.yaml', join(cwd, 'p', 'b.yaml'));
  expect(await load('p')).toEqual({ files: ['p/a.yaml'], findings: ['file-missing'] });
});

test('drops a byte order mark, so that columns are right', async () => {
  await write({ 'a.yaml': '\ufeffinclude: [nope]\n' });
  expect((await readProject(['a.yaml'], { cwd })).findings[0]?.provenance).toEqual({
    file: 'a.yaml',
    line: 1,
    column: 11,
  });
});

test('shows a file outside the working directory by its whole path', async () => {
  await write({ 'a.yaml': '', 'inner/x': '' });
  const { files } = await readProject([join('..', 'a.yaml')], { cwd: join(cwd, 'inner') });
  expect(files.map((file) => file.path)).toEqual([join(cwd, 'a.yaml')]);
});

test('suggests init for a missing file of the user, but not of an include', async () => {
  await write({ 'trueup.yaml': 'version: 1\ninclude: [gone.yaml]\n' });
  const fixes = async (path: string) =>
    (await readProject([path], { cwd })).findings.map(({ code, fix = [] }) => [code, fix.map(({ action }) => action)]);
  expect(await fixes('none.yaml')).toEqual([['file-missing', ['pass-files', 'start-project']]]);
  for (const [, actions] of await fixes('trueup.yaml')) expect(actions).not.toContain('start-project');
});

test('parses a known file again only if its text or path changed', async () => {
  await write({ 'trueup.yaml': 'version: 1\ninclude: [a.yaml, b.yaml]\n', 'a.yaml': 'version: 1\n', 'b.yaml': '' });
  const first = await readProject(['trueup.yaml'], { cwd });
  await write({ 'b.yaml': 'version: 1\n' });
  const known = [...first.files, { path: 'b.yaml', text: 'version: 1\n' }];
  const again = await readProject(['trueup.yaml'], { cwd, known });
  expect(again.files.map((file, at) => parseDocument(file) === parseDocument(first.files[at] ?? file))).toEqual([
    true,
    true,
    false,
  ]);
  expect(again).toEqual(await readProject(['trueup.yaml'], { cwd }));
  expect(again.files.map((file) => parseDocument(file).value)).toEqual([
    { version: 1, include: ['a.yaml', 'b.yaml'] },
    { version: 1 },
    { version: 1 },
  ]);
  const elsewhere = await readProject([join(cwd, 'a.yaml')], { cwd: dirname(cwd), known });
  expect(elsewhere.files.map((file) => parseDocument(file).path)).toEqual(elsewhere.files.map(({ path }) => path));
});

test('takes a list of files as known, and nothing else', async () => {
  await write({ 'trueup.yaml': 'version: 1\n' });
  const known = { path: 'trueup.yaml', text: 'version: 1\n' };
  await expect(readProject(['trueup.yaml'], { cwd, known: known as never })).rejects.toMatchObject({
    code: 'argument-invalid',
    hint: 'Pass known (a list of { path, text }, or nothing).',
  });
});
