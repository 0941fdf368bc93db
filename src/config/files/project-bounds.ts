/** The bounds of a project's files. Every include stays inside, even through links, and outside of `.git`. */

import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { findRealPath, findStat } from './real-path.ts';

export interface Bounds {
  /** Folder for messages. */
  readonly folder: string;
  /** Returns false for a path that is outside, or that links to the outside. A path that does not exist is checked as written. */
  contain(path: string): boolean;
}

/**
 * The root of a passed path is its repository. Without a repository, it is the working directory if that contains the path, otherwise the
 * folder of the path. Only paths in files are checked here, not paths that the user passed.
 */
export function findBounds(paths: readonly string[], cwd: string): Bounds {
  const roots = [...new Set(paths.map((path) => findRoot(path, cwd)))];
  return {
    folder: roots[0] ?? cwd,
    contain(path) {
      const real = nearestReal(resolve(path));
      return roots.some((root) => isInside(root, real) && !isOfGit(root, real));
    },
  };
}

/** Bounds for every path, including passed paths: one repository, without repositories inside of it. */
export function boundsOfRepository(folder: string): Bounds {
  const root = findRealPath(folder) ?? folder;
  return {
    folder: root,
    contain(path) {
      const real = nearestReal(resolve(path));
      if (!isInside(root, real) || isOfGit(root, real)) return false;
      const around = findRepository(real);
      return around === undefined || isInside(around, root);
    },
  };
}

/**
 * True for the folder of Git, which controls the checkout and may contain tokens. Some file systems do not distinguish `.GIT` from `.git`.
 */
function isOfGit(root: string, path: string): boolean {
  return relative(root, path)
    .split(sep)
    .some((part) => part.toLowerCase() === '.git');
}

function findRoot(path: string, cwd: string): string {
  const named = findStat(path)?.isDirectory() === true ? path : dirname(path);
  const folder = findRealPath(named) ?? named;
  const repository = findRepository(folder);
  if (repository !== undefined) return repository;
  const working = findRealPath(cwd) ?? cwd;
  // The root of the disk contains everything, so it is not a limit.
  return working !== dirname(working) && isInside(working, folder) ? working : folder;
}

/** Returns undefined for a folder outside of any repository. */
export function findRepository(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (findStat(join(at, '.git')) !== undefined) return at;
    if (at === dirname(at)) return undefined;
  }
}

/** Returns the real path of the longest existing part, with the rest of the path as written. */
function nearestReal(path: string): string {
  const above = dirname(path);
  return findRealPath(path) ?? (above === path ? path : join(nearestReal(above), basename(path)));
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
