/** Where the files of a project may be: everything they include stays inside, also behind links. */

import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

export interface Bounds {
  /** For people. */
  readonly folder: string;
  /** False for a path that is outside, or that links outside; a path that does not exist is checked as written. */
  contain(path: string): Promise<boolean>;
}

/**
 * For each passed path: its repository; without one, the working directory if it contains the path; else the folder of the
 * path. Paths passed by the user are never checked here, only paths in files.
 */
export async function boundsOf(paths: readonly string[], cwd: string): Promise<Bounds> {
  const roots = [...new Set(await Promise.all(paths.map((path) => rootOf(path, cwd))))];
  return {
    folder: roots[0] ?? cwd,
    async contain(path) {
      const real = await nearestReal(resolve(path));
      return roots.some((root) => isInside(root, real));
    },
  };
}

async function rootOf(path: string, cwd: string): Promise<string> {
  const info = await stat(path).catch(() => undefined);
  const named = info?.isDirectory() === true ? path : dirname(path);
  const folder = (await realOf(named)) ?? named;
  const repository = await repositoryOf(folder);
  if (repository !== undefined) return repository;
  const working = (await realOf(cwd)) ?? cwd;
  // The root of the disk contains everything, so it is not a limit.
  return working !== dirname(working) && isInside(working, folder) ? working : folder;
}

async function repositoryOf(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    if ((await stat(join(at, '.git')).catch(() => undefined)) !== undefined) return at;
    if (at === dirname(at)) return undefined;
  }
}

/** The real path, as far as it exists. */
async function nearestReal(path: string): Promise<string> {
  const above = dirname(path);
  return (await realOf(path)) ?? (above === path ? path : join(await nearestReal(above), basename(path)));
}

async function realOf(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
