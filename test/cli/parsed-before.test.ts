/** What the last pull parsed: it is used for the same text, makes no pull different, and is not believed where it may not be. */

import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parsedBefore } from '../../src/cli/parsed-before.ts';
import { documentOf } from '../../src/config/yaml/source.ts';
import { sandboxText, TOKEN } from '../support/project.ts';
import { aSandbox } from '../support/sandbox.ts';
import { aShell } from '../support/world.ts';

const FILE = 'trueup.yaml';
const LONG = `objects:\n  contacts:\n${Array.from({ length: 2_000 }, (_, at) => `    key${at}: { label: Number ${at} }\n`).join('')}`;

async function aFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'trueup-parsed-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** A project of one file that was pulled, and what is kept of it. */
async function keptProject(text = LONG) {
  const [cwd, cache] = [await aFolder(), await aFolder()];
  await writeFile(join(cwd, FILE), text);
  const opened = (env: Readonly<Record<string, string>> = { XDG_CACHE_HOME: cache }) =>
    parsedBefore({ env, cwd }, [FILE]);
  const load = (env?: Readonly<Record<string, string>>) => opened(env).load([FILE], { cwd });
  const keep = async (env?: Readonly<Record<string, string>>) => opened(env).keep((await load(env)).files);
  const label = async (env?: Readonly<Record<string, string>>) => {
    const [file] = (await load(env)).files;
    return file && JSON.stringify(documentOf(file).value).match(/"key7":\{"label":"(.*?)"/)?.[1];
  };
  return { cwd, cache, keep, label };
}

async function keptIn(cache: string): Promise<readonly string[]> {
  const folder = join(cache, 'trueup', 'parsed');
  const names = await readdir(folder).catch(() => []);
  return names.map((name) => join(folder, name));
}

/** As the program would have written it, of another label. */
async function plant(cache: string): Promise<void> {
  const [path = ''] = await keptIn(cache);
  const [head = '', body = ''] = (await readFile(path, 'utf8')).split('\n');
  const other = body.replace('"Number 7"', '"Planted"');
  const [format, version] = head.split(' ');
  const digest = createHash('sha256').update(other).digest('hex');
  await writeFile(path, `${format} ${version} ${digest}\n${other}`);
}

test('a text that was parsed is not parsed again, and another one is', async () => {
  const { cwd, cache, keep, label } = await keptProject();
  await keep();
  await plant(cache);
  expect(await label()).toBe('Planted');
  await writeFile(join(cwd, FILE), `${LONG}# By hand.\n`);
  expect(await label()).toBe('Number 7');
});

test.each<[string, (text: string) => string]>([
  ['cut', (text) => text.slice(0, -1)],
  ['changed', (text) => text.replace('"Number 8"', '"Planted"')],
  ['of another version', (text) => text.replace(/ \S+ /, ' 0.0.0 ')],
  ['empty', () => ''],
])('what was kept is not used where it is %s', async (_, changed) => {
  const { cache, keep, label } = await keptProject();
  await keep();
  await plant(cache);
  const [path = ''] = await keptIn(cache);
  await writeFile(path, changed(await readFile(path, 'utf8')));
  expect(await label()).toBe('Number 7');
});

test('nothing is kept in CI, without a folder for it, among the files of the project, or of short files', async () => {
  const { cwd, cache, keep } = await keptProject();
  for (const env of [{ XDG_CACHE_HOME: cache, CI: 'true' }, {}, { XDG_CACHE_HOME: 'relative' }]) await keep(env);
  await keep({ HOME: cwd });
  expect([await keptIn(cache), await readdir(cwd)]).toEqual([[], [FILE]]);
  const short = await keptProject('objects: { contacts: {} }\n');
  await short.keep();
  expect(await keptIn(short.cache)).toEqual([]);
});

test('a folder that cannot be written is no error', async () => {
  const { cache, keep, label } = await keptProject();
  await writeFile(join(cache, 'trueup'), 'a file');
  await keep();
  expect(await label()).toBe('Number 7');
});

const OPTIONS = Array.from({ length: 800 }, (_, at) => `{ value: value_${at}, label: "Value number ${at}" }`);
const MANY = `objects:
  contacts:
    groups:
      contactinformation:
        properties:
          many: { label: Many, type: enumeration, fieldType: select, options: [${OPTIONS.join(', ')}] }
`;

test('a pull with what was kept gives what one without it gives', async () => {
  const { shell, service } = await aSandbox((url) => `${sandboxText(url)}${MANY}`);
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  await shell.write(FILE, sandboxText(service.url));
  const cache = await aFolder();
  const env: Record<string, string> = { ...TOKEN, XDG_CACHE_HOME: cache };
  const own = await aShell({ env });
  onTestFinished(() => rm(own.cwd, { recursive: true }));
  await own.write(FILE, sandboxText(service.url));
  const pull = (...words: readonly string[]) => own.run('pull', '--object', 'contacts', ...words);
  expect((await pull()).code).toBe(0);
  expect(await keptIn(cache)).toHaveLength(1);
  const path = join(own.cwd, 'schema', 'contacts.yaml');
  const original = await readFile(path, 'utf8');

  const expectSame = async (...words: readonly string[]) => {
    env['CI'] = 'true';
    const without = await pull('--dry-run', ...words);
    env['CI'] = '';
    expect(await pull('--dry-run', ...words)).toEqual(without);
  };
  await expectSame();
  await expectSame('--drift', '--json');
  for (const text of [
    `${original}# By hand.\n`,
    original.replace('Value number 77', 'Seventy-seven'),
    original.replace('label: Many', 'label: More'),
    original.slice(0, -40),
    `${original}nonsense: [\n`,
  ]) {
    expect(text).not.toBe(original);
    await writeFile(path, text);
    await expectSame('--json');
  }
  await writeFile(path, original);
  await service.admin(1001).editProperty('contacts', 'many', { label: 'Other' });
  await expectSame('--json');
  await expectSame('--drift');
  expect((await pull()).code).toBe(0);
  expect(await readFile(path, 'utf8')).toContain('label: Other');
  await expectSame();
  const root = join(own.cwd, FILE);
  await appendFile(root, '# By hand.\n');
  await expectSame();
  // A file that was checked is checked again with what an account changes in it.
  const plain = await readFile(root, 'utf8');
  const overriding = (label: string) =>
    plain.replace(
      / \} \}\n/,
      ` }, overrides: { objects: { contacts: { groups: { contactinformation: { properties: { many: { label: ${label} } } } } } } } }\n`,
    );
  for (const label of ['7', 'Many elsewhere']) {
    expect(overriding(label)).not.toBe(plain);
    await writeFile(root, overriding(label));
    await expectSame('--json');
  }
}, 60_000);
