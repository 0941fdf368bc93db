/** Where the files of a project may be: everything they include stays inside, also behind links, and out of `.git`. */

import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { realOf, statOf } from './real-path.ts';

export interface Bounds {
  /** For people. */
  readonly folder: string;
  /** False for a path that is outside, or that links outside; a path that does not exist is checked as written. */
  contain(path: string): boolean;
}

/**
 * For each passed path: its repository; without one, the working directory if it contains the path; else the folder of the
 * path. Paths passed by the user are never checked here, only paths in files.
 */
export function boundsOf(paths: readonly string[], cwd: string): Bounds {
  const roots = [...new Set(paths.map((path) => rootOf(path, cwd)))];
  return {
    folder: roots[0] ?? cwd,
    contain(path) {
      const real = nearestReal(resolve(path));
      return roots.some((root) => isInside(root, real) && !isOfGit(root, real));
    },
  };
}

/** For every path, passed ones too: one repository, without others inside of it. */
export function boundsOfRepository(folder: string): Bounds {
  const root = realOf(folder) ?? folder;
  return {
    folder: root,
    contain(path) {
      const real = nearestReal(resolve(path));
      if (!isInside(root, real) || isOfGit(root, real)) return false;
      const around = repositoryOf(real);
      return around === undefined || isInside(around, root);
    },
  };
}

/** What Git keeps there decides what is checked out, and may hold tokens. Some systems do not tell `.GIT` from it. */
function isOfGit(root: string, path: string): boolean {
  return relative(root, path)
    .split(sep)
    .some((part) => part.toLowerCase() === '.git');
}

function rootOf(path: string, cwd: string): string {
  const named = statOf(path)?.isDirectory() === true ? path : dirname(path);
  const folder = realOf(named) ?? named;
  const repository = repositoryOf(folder);
  if (repository !== undefined) return repository;
  const working = realOf(cwd) ?? cwd;
  // The root of the disk contains everything, so it is not a limit.
  return working !== dirname(working) && isInside(working, folder) ? working : folder;
}

/** Undefined for a folder that is in none. */
export function repositoryOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (statOf(join(at, '.git')) !== undefined) return at;
    if (at === dirname(at)) return undefined;
  }
}

/** The real path, as far as it exists. */
function nearestReal(path: string): string {
  const above = dirname(path);
  return realOf(path) ?? (above === path ? path : join(nearestReal(above), basename(path)));
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
