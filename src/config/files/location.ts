/** The location of a project on disk: the folder of its first file, independent of the working directory and of links to the file. */

import { dirname, resolve } from 'node:path';
import type { ProjectLocation } from '../../model/project.ts';
import { findRepository } from './project-bounds.ts';
import { findRealPath, findStat } from './real-path.ts';

/** `paths` are relative to `cwd`. Returns undefined if there are none. */
export function locateProject(paths: readonly string[], cwd: string): ProjectLocation | undefined {
  const [first, ...rest] = paths.map((path) => resolve(cwd, path));
  if (first === undefined) return undefined;
  const folder = locateFolder(first);
  const candidates = [writtenFolder(first), ...rest.map(locateFolder), cwd];
  const seen = new Set([real(folder)]);
  const others: string[] = [];
  for (const other of candidates) {
    const path = real(other);
    if (!seen.has(path)) others.push(other);
    seen.add(path);
  }
  return { folder, others, cwd, root: { folder: findRepository(real(folder)) ?? real(folder), cwd: real(cwd) } };
}

/** A link to a file counts as the file, so both have the same folder. A folder is its own location, because its first file may change. */
function locateFolder(path: string): string {
  const [written, target] = [writtenFolder(path), real(path)];
  if (written === path) return path;
  const folder = dirname(target);
  return folder === real(written) ? written : folder;
}

function writtenFolder(path: string): string {
  return findStat(path)?.isDirectory() === true ? path : dirname(path);
}

/** Returns a path that does not exist unchanged. */
function real(path: string): string {
  return findRealPath(path) ?? path;
}
