/** Tests of files that a pull writes to disk: all or none, and existing files are kept. */

import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { writePulled } from '../../src/cli/pulled-files.ts';

let cwd: string;
const at = (name: string): string => join(cwd, name);
const read = (name: string): Promise<string> => readFile(at(name), 'utf8');

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'trueup-pulled-'));
  await writeFile(at('trueup.yaml'), 'old\n');
  onTestFinished(() => rm(cwd, { recursive: true }));
});

const MAIN = { path: 'trueup.yaml', before: 'old\n', text: 'new\n' };
const FRESH = { path: 'schema/a.yaml', before: null, text: 'a\n' };

test('new files get their folders, and an overwritten file is kept under another name', async () => {
  await chmod(at('trueup.yaml'), 0o640);
  expect(await writePulled([MAIN, FRESH], cwd)).toEqual([at('trueup.yaml.before-pull')]);
  expect(await writePulled([{ ...MAIN, before: 'new\n', text: 'newer\n' }], cwd)).toEqual([
    at('trueup.yaml.before-pull-2'),
  ]);
  expect(
    await Promise.all(
      ['trueup.yaml', 'trueup.yaml.before-pull', 'trueup.yaml.before-pull-2', 'schema/a.yaml'].map(read),
    ),
  ).toEqual([...['newer\n', 'old\n', 'new\n', 'a\n']]);
  expect((await stat(at('trueup.yaml'))).mode & 0o777).toBe(0o640);
});

test.each([
  ['a file that changed since it was read', 'trueup.yaml', 'file-changed'],
  ['a file that is there and was not read', 'schema/a.yaml', 'file-there'],
])('%s is refused, and no other file is written', async (_, name, code) => {
  await mkdir(at('schema'));
  await writeFile(at(name), 'of somebody else\n');
  const before = await readdir(cwd, { recursive: true });
  await expect(writePulled([MAIN, FRESH], cwd)).rejects.toMatchObject({ code });
  expect([await readdir(cwd, { recursive: true }), await read(name)]).toEqual([before, 'of somebody else\n']);
});

test('a failure restores the files that were replaced', async () => {
  await mkdir(at('kept'));
  // The name of the temporary copy is a folder, so the copy fails.
  await mkdir(at('.other.yaml.pull.tmp/inside'), { recursive: true });
  const before = await readdir(cwd, { recursive: true });
  const files = [MAIN, { path: 'other.yaml', before: null, text: 'other\n' }];
  await expect(writePulled(files, cwd)).rejects.toMatchObject({ code: 'cannot-save' });
  expect([await readdir(cwd, { recursive: true }), await read('trueup.yaml')]).toEqual([before, 'old\n']);
});

test('a link stays a link, and a byte order mark stays', async () => {
  await writeFile(at('real.yaml'), '\ufeffold\n');
  await symlink(at('real.yaml'), at('link.yaml'));
  await writePulled([{ ...MAIN, path: 'link.yaml' }], cwd);
  expect([(await lstat(at('link.yaml'))).isSymbolicLink(), await read('real.yaml')]).toEqual([true, '\ufeffnew\n']);
});

test('leftovers of an interrupted pull do not block the next pull', async () => {
  await mkdir(at('schema'));
  await writeFile(at('schema/a.yaml'), FRESH.text);
  await writeFile(at('schema/.a.yaml.pull.tmp'), 'half');
  await writePulled([MAIN, FRESH], cwd);
  expect([await read('trueup.yaml'), await read('schema/a.yaml'), (await readdir(at('schema'))).length]).toEqual([
    'new\n',
    'a\n',
    1,
  ]);
});

test('one of several concurrent writers succeeds, and refused writers keep its files', async () => {
  for (let round = 0; round < 10; round += 1) {
    const files = [MAIN, FRESH, { path: `schema/b${round}.yaml`, before: null, text: 'b\n' }];
    await writeFile(at('trueup.yaml'), 'old\n');
    await rm(at('schema'), { recursive: true, force: true });
    const all = await Promise.allSettled([0, 1, 2].map(() => writePulled(files, cwd)));
    const reasons = all.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect([reasons.length < 3, reasons.filter((code) => code !== 'files-in-use')]).toEqual([true, []]);
    expect(await Promise.all(files.map(({ path }) => read(path)))).toEqual(files.map(({ text }) => text));
    expect((await readdir(cwd, { recursive: true })).filter((name) => name.includes('.tmp'))).toEqual([]);
  }
});

test('an existing correct file stays if another file cannot be written', async () => {
  await mkdir(at('schema'));
  await writeFile(at('schema/a.yaml'), 'a\n');
  await mkdir(at('.trueup.yaml.pull.tmp/inside'), { recursive: true });
  await expect(writePulled([MAIN, FRESH], cwd)).rejects.toMatchObject({ code: 'cannot-save' });
  expect([await read('schema/a.yaml'), await read('trueup.yaml')]).toEqual(['a\n', 'old\n']);
});

const LOCK = { token: 'x', owner: 'ann', host: 'elsewhere', pid: 1, purpose: 'pull' };
const lockOf = (agoMs: number): string => JSON.stringify({ ...LOCK, at: new Date(Date.now() - agoMs).toISOString() });

test('a lock of a process that cannot be seen holds for ten minutes', async () => {
  await writeFile(at('.trueup.lock.tmp'), lockOf(5 * 60_000));
  await expect(writePulled([MAIN], cwd)).rejects.toMatchObject({ code: 'files-in-use' });
  await writeFile(at('.trueup.lock.tmp'), lockOf(11 * 60_000));
  await writePulled([MAIN], cwd, 'fmt');
  expect([await read('trueup.yaml'), await readdir(cwd)]).toEqual(['new\n', ['trueup.yaml']]);
});
