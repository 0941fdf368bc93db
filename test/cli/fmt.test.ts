/** Tests of `trueup fmt` on the files of a project, on single files and on standard input. */

import { chmod, mkdir, readdir, readFile, realpath, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { aShell, type Shell } from '../support/world.ts';

const LOOSE = 'include: [schema/*.yaml]\nversion: 1\n';
const TIDY = 'version: 1\ninclude: [schema/*.yaml]\n';
const PART = 'version: 1\n';

let shell: Shell;

beforeEach(async () => {
  shell = await aShell();
  await mkdir(join(shell.cwd, 'schema'));
  await shell.write('trueup.yaml', LOOSE);
  await shell.write('schema/a.yaml', PART);
});

const read = (name: string) => readFile(join(shell.cwd, name), 'utf8');

test('formats the files of the project, once, and leaves nothing else behind', async () => {
  await chmod(join(shell.cwd, 'trueup.yaml'), 0o640);
  expect(await shell.run('fmt')).toEqual({
    code: 0,
    stdout: 'trueup.yaml\n',
    stderr: '1 file formatted, 1 as before.\n',
  });
  expect([await read('trueup.yaml'), await read('schema/a.yaml')]).toEqual([TIDY, PART]);
  expect((await stat(join(shell.cwd, 'trueup.yaml'))).mode & 0o777).toBe(0o640);
  expect(await readdir(shell.cwd)).toEqual(['schema', 'trueup.yaml']);
  expect(await shell.run('fmt')).toEqual({ code: 0, stdout: '', stderr: '2 files: nothing to format.\n' });
});

test('--check names the unformatted files, exits with 2 and writes nothing', async () => {
  expect(await shell.run('fmt', '--check')).toEqual({
    code: 2,
    stdout: 'trueup.yaml\n',
    stderr: '1 file to be formatted, 1 as before.\n',
  });
  expect(await read('trueup.yaml')).toBe(LOOSE);
  await shell.run('fmt');
  expect((await shell.run('fmt', '--check')).code).toBe(0);
});

test('--diff prints the changes and writes nothing', async () => {
  expect(await shell.run('fmt', '--diff', '--quiet')).toEqual({
    code: 0,
    stdout:
      '--- trueup.yaml\n+++ trueup.yaml\n@@ -1,2 +1,2 @@\n-include: [schema/*.yaml]\n version: 1\n+include: [schema/*.yaml]\n',
    stderr: '',
  });
  expect(await read('trueup.yaml')).toBe(LOOSE);
});

test('formats only the named files and skips included files', async () => {
  await shell.write('schema/a.yaml', 'version:   1\n');
  expect((await shell.run('fmt', 'trueup.yaml')).stdout).toBe('trueup.yaml\n');
  expect(await read('schema/a.yaml')).toBe('version:   1\n');
  expect((await shell.run('fmt', 'schema', '--check')).stdout).toBe('schema/a.yaml\n');
  expect(await shell.run('fmt', 'missing.yaml')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('missing.yaml'),
  });
});

test('one broken file: every finding, and nothing is written', async () => {
  await shell.write('schema/a.yaml', 'version: [\n');
  await shell.write('schema/b.yaml', 'objects:\n  a: 1\n  a: 2\n');
  const { code, stdout, stderr } = await shell.run('fmt');
  expect([code, stdout]).toEqual([3, '']);
  expect(stderr).toContain('error[yaml-bad-indent] schema/a.yaml:2:1');
  expect(stderr).toContain('error[duplicate-key] schema/b.yaml:3:3');
  expect(await read('trueup.yaml')).toBe(LOOSE);
});

test('- reads standard input and prints the result, byte order mark and line breaks included', async () => {
  const editor = await aShell({ stdin: '\ufeffinclude: []\r\nversion: 1\r\n' });
  const tidy = '\ufeffversion: 1\r\ninclude: []\r\n';
  expect(await editor.run('fmt', '-')).toEqual({ code: 0, stdout: tidy, stderr: '' });
  expect(await (await aShell({ stdin: tidy })).run('fmt', '-', '--check')).toMatchObject({ code: 0, stdout: '' });
  expect(await (await aShell({ stdin: LOOSE })).run('fmt', '-', '--check')).toMatchObject({ code: 2, stdout: '-\n' });
  const broken = await (await aShell({ stdin: 'a: [\n' })).run('fmt', '-');
  expect([broken.code, broken.stdout, broken.stderr]).toEqual([
    3,
    '',
    expect.stringContaining('error[yaml-bad-indent] -:2:1'),
  ]);
  expect(await editor.run('fmt', '-', 'trueup.yaml')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('[stdin-alone]'),
  });
});

test('--json has what became of each file', async () => {
  const checked = await shell.json('fmt', '--check', '--diff');
  expect(checked).toMatchObject({
    code: 2,
    document: {
      files: [
        { path: 'trueup.yaml', result: 'outdated', diff: expect.stringContaining('@@') },
        { path: 'schema/a.yaml', result: 'unchanged' },
      ],
    },
  });
  const { document } = await shell.json('fmt');
  expect(document).toMatchObject({ files: [{ result: 'formatted' }, { result: 'unchanged' }] });
  const given = await (await aShell({ stdin: LOOSE })).json('fmt', '-');
  expect(given.document).toMatchObject({ files: [{ path: '-', result: 'outdated', text: TIDY }] });
});

test('a link stays a link', async () => {
  await symlink('trueup.yaml', join(shell.cwd, 'link.yaml'));
  expect((await shell.run('fmt', 'link.yaml')).code).toBe(0);
  expect(await realpath(join(shell.cwd, 'link.yaml'))).toBe(await realpath(join(shell.cwd, 'trueup.yaml')));
  expect(await read('trueup.yaml')).toBe(TIDY);
});

test('leaves every file unchanged if one of them cannot be written', async () => {
  await shell.write('schema/a.yaml', 'version:   1\n');
  // No copy can have this name: it is a folder.
  await mkdir(join(shell.cwd, 'schema/.a.yaml.fmt.tmp/inside'), { recursive: true });
  const { code, stderr } = await shell.run('fmt');
  expect([code, stderr]).toEqual([1, expect.stringContaining('[cannot-save]')]);
  expect([await read('trueup.yaml'), await read('schema/a.yaml')]).toEqual([LOOSE, 'version:   1\n']);
});
