import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '../architecture/source.ts';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const read = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8'));

/** Packages that a source file imports, directly or through other files. */
function packagesFrom(entry: string): ReadonlySet<string> {
  const files = new Map(sourceFiles().map((file) => [file.path, file]));
  const [seen, packages] = [new Set<string>(), new Set<string>()];
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { of, own, typeOnly } of files.get(path)?.imports ?? []) {
      if (own && !typeOnly) visit(of);
      else if (!own && !typeOnly && !of.startsWith('node:')) packages.add(of);
    }
  };
  visit(entry);
  return packages;
}

test('the Action installs exactly its imports, in the tested versions', () => {
  const { dependencies } = read('tools/action/package.json');
  expect(Object.keys(dependencies).toSorted()).toEqual([...packagesFrom('action/main.ts')].toSorted());
  const root = read('package.json');
  const versions: Record<string, string> = { ...root.devDependencies, ...root.dependencies };
  expect(dependencies).toEqual(Object.fromEntries(Object.keys(dependencies).map((name) => [name, versions[name]])));
});
