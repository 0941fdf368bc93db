import { readdir, readFile, stat } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { expect, inject, test } from 'vitest';
import { z } from 'zod';
import { packagesIn } from './imports.ts';

const packed = inject('packed');
const home = join(inject('installed'), 'node_modules', 'trueup');

test('a plain install prints no warning', () => {
  expect(inject('warnings')).toEqual([]);
});

test('the package holds what is run and what is read, and nothing of the workshop', () => {
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
  expect([...kinds].toSorted()).toEqual(['.d.ts', '.js']);
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

test('dist imports only Node.js and what package.json names', async () => {
  const { dependencies, optionalDependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()), optionalDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(join(home, 'package.json'), 'utf8')));
  const named = new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies)]);
  const imported = new Map<string, string>();
  for (const path of packed.filter((one) => one.startsWith('dist/'))) {
    for (const name of await packagesIn(join(home, path))) imported.set(name, path);
  }
  const unnamed = [...imported].filter(([name]) => !isBuiltin(name) && !named.has(name));
  expect(unnamed).toEqual([]);
  // The whole list of what the program uses, so that a look that sees nothing would be noticed.
  const unused = [...named].filter((name) => !imported.has(name));
  expect(unused).toEqual([]);
});

test('what a page of the package links is in the package, or is source, which a package has not', async () => {
  const pages = packed.filter((path) => path.endsWith('.md'));
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/lifecycle.md', 'examples/complete/README.md']));
  const isThere = (path: string) => packed.some((file) => file === path || file.startsWith(`${path}/`));
  const broken: string[] = [];
  for (const page of pages) {
    const text = (await readFile(join(home, page), 'utf8')).replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
    for (const [link, path = ''] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      const target = normalize(join(dirname(page), path)).replace(/\/$/, '');
      const isSource = page !== 'README.md' && /^(src|test)\//.test(target);
      if (!/^[a-z]+:/.test(path) && !isSource && !isThere(target)) broken.push(`${page}: ${link}`);
    }
  }
  expect(broken).toEqual([]);
});

test('nothing that was left by trying the examples is packed', async () => {
  const examples = packed.filter((path) => path.startsWith('examples/'));
  expect(examples.filter((path) => /\.trueup|\.plan\.json$|\.env$/.test(path))).toEqual([]);
  expect((await readdir(join(home, 'examples'))).toSorted()).toEqual(['complete', 'github', 'starter', 'two-accounts']);
});
