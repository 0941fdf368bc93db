import { mkdir, readdir, readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { aShell, type Shell } from '../support/world.ts';

const CONFIG = `version: 1
objects:
  contacts:
    groups:
      loyalty:
        properties:
          loyaltytier: { label: Loyalty tier, type: string, fieldType: text }
`;

let shell: Shell;

beforeEach(async () => {
  shell = await aShell();
  await shell.write('trueup.yaml', CONFIG);
});

const path = () => join(shell.cwd, 'crm.ts');
const read = () => readFile(path(), 'utf8');

test('the types go to stdout, or to a file that others may read', async () => {
  const printed = await shell.run('generate', 'types');
  expect([printed.code, printed.stderr]).toEqual([0, '']);
  expect(printed.stdout).toContain("  loyaltytier: 'loyaltytier',");
  const { code, stdout } = await shell.run('generate', 'types', '-o', 'crm.ts');
  expect([code, stdout, await read()]).toEqual([0, 'Wrote crm.ts.\n', printed.stdout]);
  expect((await stat(path())).mode & 0o777).toBe(0o666 & ~process.umask());
});

test('a file that has the text already is not written again', async () => {
  await shell.run('generate', 'types', '-o', 'crm.ts');
  await utimes(path(), 1000, 1000);
  expect(await shell.run('generate', 'types', '-o', 'crm.ts')).toMatchObject({
    code: 0,
    stdout: 'crm.ts is as it was.\n',
  });
  expect((await stat(path())).mtimeMs).toBe(1_000_000);
});

test('--check writes nothing, and ends with 2 when the file is missing or old', async () => {
  expect(await shell.run('generate', 'types', '-o', 'crm.ts', '--check')).toMatchObject({
    code: 2,
    stdout: 'crm.ts is missing or out of date. To write it, run the command without --check.\n',
  });
  await expect(stat(path())).rejects.toThrow('ENOENT');
  await shell.run('generate', 'types', '-o', 'crm.ts');
  expect(await shell.run('generate', 'types', '-o', 'crm.ts', '--check')).toMatchObject({
    code: 0,
    stdout: 'crm.ts is up to date.\n',
  });
  await shell.write('trueup.yaml', CONFIG.replace('loyaltytier:', 'tier:'));
  const before = await read();
  expect(await shell.run('generate', 'types', '-o', 'crm.ts', '--check', '--quiet')).toMatchObject({ code: 2 });
  expect(await read()).toBe(before);
});

test('--json prints the result and the text', async () => {
  const { stdout: text } = await shell.run('generate', 'types');
  const document = async (...flags: readonly string[]) =>
    JSON.parse((await shell.run('generate', 'types', '--json', ...flags)).stdout);
  const of = (result: string, out: string | null) => ({
    format: 'trueup.generated/1',
    command: 'types',
    path: out,
    result,
    text,
  });
  expect(await document()).toEqual(of('printed', null));
  expect(await document('-o', 'crm.ts', '--check')).toEqual(of('outdated', 'crm.ts'));
  expect(await document('-o', 'crm.ts')).toEqual(of('saved', 'crm.ts'));
  expect(await document('-o', 'crm.ts')).toEqual(of('unchanged', 'crm.ts'));
  expect(await document('-o', 'crm.ts', '--check')).toEqual(of('current', 'crm.ts'));
});

test.each<[string, readonly string[], string]>([
  ['graph', ['-o', 'g.svg', '--check'], '.mmd or .mermaid'],
  ['docs', ['-o', 'D.HTML', '--json'], '.md or .markdown'],
  ['types', ['-o', 'crm.js'], '.ts, .mts or .cts'],
])('%s %j is refused with what can be written, and nothing is written', async (command, words, endings) => {
  const before = await readdir(shell.cwd);
  const { code, stdout, stderr } = await shell.run('generate', command, ...words);
  expect(code).toBe(1);
  expect(`${stdout}${stderr}`).toContain('out-form');
  expect(`${stdout}${stderr}`.replace(/\s+/g, ' ')).toContain(`Use a name that ends in ${endings}.`);
  expect(await readdir(shell.cwd)).toEqual(before);
});

test('a name without an ending is accepted', async () => {
  expect(await shell.run('generate', 'docs', '-o', 'DICTIONARY')).toMatchObject({ code: 0 });
});

test('--check is an error if no file is named', async () => {
  const { code, stderr } = await shell.run('generate', 'types', '--check');
  expect([code, stderr.includes('--check compares a file, and none is named. [check-nothing]')]).toEqual([1, true]);
});

const USED = `\${values.x}`;

test('asks for an account only if the files use a value of it', async () => {
  const accounts = 'accounts: { a: { hubId: 1, values: { x: A } }, b: { hubId: 2, values: { x: B } } }\n';
  const labelled = (label: string) => shell.write('trueup.yaml', accounts + CONFIG.replace('Loyalty tier', label));
  await labelled(`'\\${USED}'`);
  expect(await shell.run('generate', 'types')).toMatchObject({ code: 0 });
  await labelled(`'${USED}'`);
  expect(await shell.run('generate', 'types')).toMatchObject({ code: 3 });
  expect(await shell.run('generate', 'types', '--account', 'a')).toMatchObject({ code: 0 });
});

test('writes nothing if the configuration has errors', async () => {
  await shell.write('trueup.yaml', CONFIG.replace('type: string', 'type: strin'));
  expect((await shell.run('generate', 'types', '-o', 'crm.ts')).code).toBe(3);
  await expect(stat(path())).rejects.toThrow('ENOENT');
});

test('a missing folder is created, and an unwritable path is named', async () => {
  expect(await shell.run('generate', 'types', '-o', 'src/made/crm.ts')).toMatchObject({ code: 0 });
  const { code, stderr } = await shell.run('generate', 'types', '-o', 'trueup.yaml/crm.ts');
  expect([code, stderr.includes('crm.ts cannot be written: ')]).toEqual([1, true]);
});

test.each([
  ['docs', 'README.md', ['--check']],
  ['types', 'crm.ts', []],
  ['graph', 'crm.mmd', []],
])('%s replaces its own %s and refuses a file written by hand', async (command, name, more) => {
  const file = join(shell.cwd, name);
  await shell.write(name, 'written by hand\n');
  const { code, stderr } = await shell.run('generate', command, '-o', name, ...more);
  expect([code, stderr.includes('[not-generated]')]).toEqual([1, true]);
  expect(await readFile(file, 'utf8')).toBe('written by hand\n');
  await shell.write(name, '\n');
  expect((await shell.run('generate', command, '-o', name)).code).toBe(0);
  await shell.write('trueup.yaml', CONFIG.replaceAll('oyalty', 'oyal'));
  expect(await shell.run('generate', command, '-o', name)).toMatchObject({ code: 0, stdout: `Wrote ${name}.\n` });
});

test('links of the dictionary lead from the file to the configuration', async () => {
  await mkdir(join(shell.cwd, 'docs'));
  expect((await shell.run('generate', 'docs')).stdout).toContain('[trueup.yaml:7](trueup.yaml#L7)');
  await shell.run('generate', 'docs', '-o', 'docs/crm.md');
  expect(await readFile(join(shell.cwd, 'docs/crm.md'), 'utf8')).toContain('[trueup.yaml:7](../trueup.yaml#L7)');
});

test('the graph is Mermaid, with as much of each object as asked for', async () => {
  expect((await shell.run('generate', 'graph')).stdout).toContain('flowchart LR');
  expect((await shell.run('generate', 'graph', '--detail', 'objects')).stdout).toBe(
    'flowchart LR\n  %% Generated by trueup generate graph. Do not edit.\n  object1["contacts"]\n',
  );
});
