/** Removes the declarations that no entry of the package references: they cannot be imported, and some reference packages that are not installed. */

import { readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { sourcesIn } from './imports.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');

const kept = new Set<string>();
for (const target of Object.values(manifest.exports)) {
  if (typeof target !== 'string') await keep(join(ROOT, target.types));
}
const entries = await readdir(DIST, { recursive: true, withFileTypes: true });
for (const { name, parentPath } of entries) {
  const path = join(parentPath, name);
  if (name.endsWith('.d.ts') && !kept.has(path)) await rm(path);
}
// The deepest folders first, so that their parents are empty too.
for (const folder of entries
  .filter((entry) => entry.isDirectory())
  .map(({ name, parentPath }) => join(parentPath, name))
  .toReversed()) {
  if ((await readdir(folder)).length === 0) await rmdir(folder);
}

async function keep(file: string): Promise<void> {
  if (kept.has(file)) return;
  kept.add(file);
  for (const source of await sourcesIn(file)) {
    if (source.startsWith('.')) await keep(join(dirname(file), source.replace(/(\.d)?\.ts$|\.js$/, '.d.ts')));
  }
}
