import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { projectText, TOKEN } from '../support/project.ts';
import { aFolder, trueup, write } from './installed.ts';

/** Records the modules that a process loads: our files, without the hash in their names, and modules of Node.js. */
const NOTING = `import { registerHooks } from 'node:module';
const files = [];
registerHooks({
  load(url, context, next) {
    if (!url.startsWith('node:')) files.push(url.split('/trueup/')[1].replace(/-[\\w-]{8}(?=\\.js$)/, ''));
    return next(url, context);
  },
});
process.on('exit', () => {
  const modules = process.moduleLoadList.flatMap((name) => (name.startsWith('NativeModule ') ? [name.slice(13)] : []));
  process.getBuiltinModule('node:fs').writeFileSync(process.env.NOTED, JSON.stringify({ files, modules }));
});
`;

let folder: string;

beforeAll(async () => {
  folder = await aFolder();
  await write(folder, 'noting.mjs', NOTING);
  await write(folder, 'trueup.yaml', projectText('http://127.0.0.1:1'));
});
afterAll(() => rm(folder, { recursive: true }));

async function loadedBy(...words: readonly string[]) {
  const noted = join(folder, 'noted.json');
  const env = { ...TOKEN, NODE_OPTIONS: `--import ${join(folder, 'noting.mjs')}`, NOTED: noted };
  const { code } = await trueup(words, { cwd: folder, env });
  const { files, modules }: { files: string[]; modules: string[] } = JSON.parse(await readFile(noted, 'utf8'));
  return { code, files, modules: new Set(modules) };
}

test('--version loads only the bin file', async () => {
  const { code, files } = await loadedBy('--version');
  expect([code, files]).toEqual([0, ['bin/trueup.mjs']]);
});

const VALIDATE = [
  'bin/trueup.mjs',
  'dist/cli/main.js',
  'dist/chunks/start.js',
  'dist/chunks/start-library.js',
  'dist/chunks/offline.js',
  'dist/chunks/rolldown-runtime.js',
  'dist/chunks/offline-library.js',
];

const FINDINGS = ['dist/chunks/findings.js', 'dist/chunks/findings-library.js'];

test('an offline command loads few files and only needed modules of Node.js', async () => {
  const { code, files, modules } = await loadedBy('validate');
  expect([code, files.toSorted()]).toEqual([0, VALIDATE.toSorted()]);
  const needless = ['tls', 'http', 'crypto', 'child_process', 'readline', 'fs/promises'];
  expect(needless.filter((name) => modules.has(name))).toEqual([]);
});

test('findings add two files, and nothing that reads the account', async () => {
  await write(folder, 'open.yaml', `version: 1\naccounts: { a: { auth: { accessToken: "\${env.NOT_SET}" } } }\n`);
  const { code, files } = await loadedBy('validate', '--file', 'open.yaml');
  expect([code, files.toSorted()]).toEqual([0, [...VALIDATE, ...FINDINGS].toSorted()]);
});

test('fmt adds only the layout files', async () => {
  const { files } = await loadedBy('fmt', '--check');
  const own = ['fmt', 'edit', 'write'].map((name) => `dist/chunks/${name}.js`);
  expect(files.toSorted()).toEqual([...VALIDATE, ...FINDINGS, ...own].toSorted());
});

test('an online command adds few files and only needed modules of Node.js', async () => {
  const { code, files, modules } = await loadedBy('plan');
  const own = ['online', 'online-library', 'failure'].map((name) => `dist/chunks/${name}.js`);
  expect([code, files.toSorted()]).toEqual([1, [...VALIDATE, ...FINDINGS, ...own].toSorted()]);
  expect(['http', 'http2', 'tls', 'assert'].filter((name) => modules.has(name))).toEqual([]);
});

/** Of its tables, its seals and its database. */
const FLEET: readonly string[] = ['pg_advisory_xact_lock', 'aes-256-gcm', 'fleet-missing'];

test('a plan loads neither pages, nor comments, nor the fleet', async () => {
  const chunks = join(inject('installed'), 'node_modules/trueup/dist/chunks');
  const loaded = (await readdir(chunks)).filter((name) => /^(start|offline|findings|online)/.test(name));
  const texts = await Promise.all(loaded.map((name) => readFile(join(chunks, name), 'utf8')));
  expect(texts.length).toBeGreaterThan(5);
  expect(['<!doctype html', '<details', ...FLEET].filter((mark) => texts.join('').includes(mark))).toEqual([]);
});
