/** Where a project is on disk: next to its first file, regardless of the working directory and of links to it. */

import { realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ProjectLocation } from '../../model/project.ts';

/** `paths` as passed, relative to `cwd`. Undefined if there are none. */
export async function locationOf(paths: readonly string[], cwd: string): Promise<ProjectLocation | undefined> {
  const [first, ...rest] = paths.map((path) => resolve(cwd, path));
  if (first === undefined) return undefined;
  const folder = await folderOf(first);
  const candidates = [await writtenFolder(first), ...(await Promise.all(rest.map(folderOf))), cwd];
  const seen = new Set([await real(folder)]);
  const others: string[] = [];
  for (const other of candidates) {
    const path = await real(other);
    if (!seen.has(path)) others.push(other);
    seen.add(path);
  }
  return { folder, others, cwd };
}

/** A link to a file counts as the file, so both have one folder. A folder is its own location, because its first file may change. */
async function folderOf(path: string): Promise<string> {
  const [written, target] = [await writtenFolder(path), await real(path)];
  if (written === path) return path;
  const folder = dirname(target);
  return folder === (await real(written)) ? written : folder;
}

async function writtenFolder(path: string): Promise<string> {
  const info = await stat(path).catch(() => undefined);
  return info?.isDirectory() === true ? path : dirname(path);
}

/** A path that does not exist stays unchanged. */
async function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
