/** The path of a file in messages. */

import { isAbsolute, relative, sep } from 'node:path';
import { realOf } from './real-path.ts';

/**
 * Returns a path with forward slashes, relative to the working directory if the file is below it. With `repository`, a file in the same
 * repository has a relative path too.
 */
export function shownPath(path: string, cwd: string, repository?: string): string {
  const inside = relative(cwd, path);
  const shown = isBelow(inside)
    ? inside
    : ((repository === undefined ? undefined : beside(path, cwd, repository)) ?? path);
  return shown.split(sep).join('/');
}

/** Returns the relative path in the repository, which is the same in every checkout. */
function beside(path: string, cwd: string, repository: string): string | undefined {
  const [top, from, to] = [repository, cwd, path].map((one) => realOf(one) ?? one);
  if (top === undefined || from === undefined || to === undefined) return undefined;
  const isThere = (from === top || isBelow(relative(top, from))) && isBelow(relative(top, to));
  return isThere ? relative(from, to) : undefined;
}

/** True if the relative path leads into the folder. */
function isBelow(way: string): boolean {
  return way !== '' && way.split(sep)[0] !== '..' && !isAbsolute(way);
}
