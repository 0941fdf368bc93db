import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { interfacePage } from './docs/interface.ts';
import { FIX_ACTIONS } from './support/fixes.ts';

const ROOT = join(import.meta.dirname, '..');
const { files: FILES }: { readonly files: readonly string[] } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);
const PAGES = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');

test('every link between pages and files leads somewhere', () => {
  expect(PAGES).toContain('README.md');
  const broken = PAGES.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?<path>[^)#\s]*)(?:#(?<part>[^)\s]+))?\)/g)]
      .filter(({ groups }) => !leadsSomewhere(page, groups?.['path'] ?? '', groups?.['part']))
      .map(([link]) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('a page of the package links only to files of the package', () => {
  const pages = PAGES.filter(isPackaged);
  expect(PAGES.filter((page) => page.startsWith('docs/') && !isPackaged(page))).toEqual([
    'docs/architecture.md',
    'docs/interface.md',
  ]);
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/lifecycle.md', 'examples/complete/README.md']));
  const broken = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?![a-z]+:)([^)#\s]+)[^)]*\)/g)]
      .filter(([, path = '']) => !isPackaged(join(dirname(page), path)))
      .map(([link]) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('every file of src and test that a page names exists', () => {
  const missing = PAGES.filter((page) => page !== 'CHANGELOG.md').flatMap((page) =>
    [...textOf(page).matchAll(/`((?:src|test)\/[\w./-]+)`/g)]
      .filter(([, path = '']) => !existsSync(join(ROOT, path)))
      .map(([, path]) => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('docs/interface.md equals the endpoint table, statements and assumptions', () => {
  expect(readFileSync(join(ROOT, 'docs/interface.md'), 'utf8'), 'Run npm run docs.').toBe(interfacePage());
});

test('docs/library.md says for every fix what to call', () => {
  const [, fixes = ''] = readFileSync(join(ROOT, 'docs/library.md'), 'utf8').split('\n## What to do about a finding\n');
  const [, actions = ''] = fixes.split('\n\n', 2);
  expect([...actions.matchAll(/^- `([a-z-]+)`: /gm)].map(([, action]) => action)).toEqual(FIX_ACTIONS);
});

test('every section of the interface that a file names has a heading there', () => {
  const sections = new Set([...interfacePage().matchAll(/^#+ ([\d.]+) /gm)].map(([, section]) => section));
  const files = execFileSync('git', ['ls-files', 'src', 'docs', 'README.md'], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');
  const unknown = files
    .filter((file) => existsSync(join(ROOT, file)) && /\.(ts|md)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\binterface ((?:\d+(?:\.\d+)*(?:, | and )?)+)/g)].flatMap(
        ([, list = '']) =>
          list
            .split(/, | and /)
            .map((section) => section.replace(/\.$/, ''))
            .filter((section) => section !== '' && !sections.has(section) && !sections.has(section.split('.')[0]))
            .map((section) => `${file}: interface ${section}`),
      ),
    );
  expect(unknown).toEqual([]);
});

/** Returns true if npm packs the path, by `files` of package.json. */
function isPackaged(path: string): boolean {
  const isListed = (pattern: string): boolean =>
    matchesGlob(path, pattern) || matchesGlob(path, `${pattern.replace(/\/$/, '')}/**`);
  return (
    ['README.md', 'LICENSE', 'package.json', ...FILES.filter((file) => !file.startsWith('!'))].some(isListed) &&
    !FILES.some((file) => file.startsWith('!') && isListed(file.slice(1)))
  );
}

function leadsSomewhere(page: string, path: string, part: string | undefined): boolean {
  if (/^[a-z]+:/.test(path)) return true;
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) return false;
  return part === undefined || !target.endsWith('.md') || anchorsOf(target).includes(part);
}

/** Returns the anchors of headings, as a Git host makes them. */
function anchorsOf(page: string): readonly string[] {
  return [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}

/** Returns the page without its blocks of code, which may contain brackets. */
function textOf(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8').replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
}
