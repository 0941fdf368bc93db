import { readdir, readFile, stat } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { expect, inject, test } from 'vitest';
import { z } from 'zod';
import { packagesIn } from '../../build/imports.ts';

const packed = inject('packed');
const home = join(inject('installed'), 'node_modules', 'trueup');

test('a plain install prints no warning', () => {
  expect(inject('warnings')).toEqual([]);
});

test('the package contains code and docs, and no development files', () => {
  const tops = new Set(packed.map((path) => path.split('/')[0]));
  expect([...tops].toSorted()).toEqual(
    [
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'action.yml',
      'bin',
      'dist',
      'docs',
      'examples',
      'package.json',
      'schemas',
    ].toSorted(),
  );
  const kinds = new Set(
    packed.filter((path) => path.startsWith('dist/')).map((path) => /(\.d\.ts|\.\w+)$/.exec(path)?.[0]),
  );
  expect([...kinds].toSorted()).toEqual(['.d.ts', '.js', '.txt']);
});

test('the program can be run, and the library has its types', async () => {
  expect((await stat(join(home, 'bin/trueup.mjs'))).mode & 0o111).not.toBe(0);
  const { exports } = z
    .object({ exports: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])) })
    .parse(JSON.parse(await readFile(join(home, 'package.json'), 'utf8')));
  const named = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
  const missing = named.filter((path) => !path.includes('*') && !packed.includes(normalize(path)));
  expect(missing).toEqual([]);
});

test('dist imports only Node.js and declared packages', async () => {
  const names = z.record(z.string(), z.string());
  const { dependencies, optionalDependencies, peerDependencies } = z
    .object({ dependencies: names, optionalDependencies: names, peerDependencies: names })
    .parse(JSON.parse(await readFile(join(home, 'package.json'), 'utf8')));
  const optional = [...Object.keys(optionalDependencies), ...Object.keys(peerDependencies)];
  const [code, types] = [await importedBy('.js'), await importedBy('.d.ts')];
  expect(code).toEqual([...optional, 're2js'].toSorted());
  // The package depends on exactly the imports of its code and its types.
  const needed = new Set([...code, ...types].filter((name) => !optional.includes(name)));
  expect([...needed].toSorted()).toEqual(Object.keys(dependencies).toSorted());
});

/** Packages that the files of dist import, of those with this ending. */
async function importedBy(ending: string): Promise<readonly string[]> {
  const files = packed.filter((path) => path.startsWith('dist/') && path.endsWith(ending));
  const names = await Promise.all(files.map((path) => packagesIn(join(home, path))));
  return [...new Set(names.flat().filter((name) => !isBuiltin(name)))].toSorted();
}

test('every bundled package is listed with version and licence', async () => {
  const folders = new Set<string>();
  for (const path of packed.filter((one) => /^dist\/.*\.js$/.test(one))) {
    // The bundler writes above each part which file it is.
    const text = await readFile(join(home, path), 'utf8');
    for (const [, folder = ''] of text.matchAll(/^\/\/ ([^?\n]*node_modules\/(?:@[^/\n]+\/)?[^/\n]+)\//gm))
      folders.add(folder);
  }
  expect([...folders]).toEqual(
    expect.arrayContaining(['node_modules/undici', 'node_modules/yaml', 'node_modules/zod']),
  );
  const names = await Promise.all([...folders].map(nameAndVersion));
  const [, ...parts] = (await readFile(join(home, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8')).split(/^-{80}\n/m);
  expect(parts.map((part) => part.split('\n')[0])).toEqual([...new Set(names)].toSorted());
  for (const part of parts) expect(part).toMatch(/^\S+ [\d.]+\n\n[\s\S]*copyright[\s\S]*permi[\s\S]{500}/i);
});

async function nameAndVersion(folder: string): Promise<string> {
  const { name, version } = z
    .object({ name: z.string(), version: z.string() })
    .parse(JSON.parse(await readFile(join(import.meta.dirname, '../..', folder, 'package.json'), 'utf8')));
  return `${name} ${version}`;
}

test('a link in a page leads into the package', async () => {
  const pages = packed.filter((path) => path.endsWith('.md'));
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/lifecycle.md', 'examples/complete/README.md']));
  const isThere = (path: string) => packed.some((file) => file === path || file.startsWith(`${path}/`));
  const broken: string[] = [];
  for (const page of pages) {
    const text = (await readFile(join(home, page), 'utf8')).replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
    for (const [link, path = ''] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      const target = normalize(join(dirname(page), path)).replace(/\/$/, '');
      if (!/^[a-z]+:/.test(path) && !isThere(target)) broken.push(`${page}: ${link}`);
    }
  }
  expect(broken).toEqual([]);
});

test('nothing that was left by trying the examples is packed', async () => {
  const examples = packed.filter((path) => path.startsWith('examples/'));
  expect(examples.filter((path) => /\.trueup|\.plan\.json$|\.env$/.test(path))).toEqual([]);
  const known = ['complete', 'fleet', 'github', 'promotion', 'starter', 'two-accounts'];
  expect((await readdir(join(home, 'examples'))).toSorted()).toEqual(known);
});
