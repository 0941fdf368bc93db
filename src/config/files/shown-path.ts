/** How the path of a file is named to people. */

import { isAbsolute, relative, sep } from 'node:path';
import { realOf } from './real-path.ts';

/** Relative to the working directory if it is below it, or in the same repository where that is named, with forward slashes. */
export function shownPath(path: string, cwd: string, repository?: string): string {
  const inside = relative(cwd, path);
  const shown = isBelow(inside)
    ? inside
    : ((repository === undefined ? undefined : beside(path, cwd, repository)) ?? path);
  return shown.split(sep).join('/');
}

/** The same on every machine that has a checkout of the repository. */
function beside(path: string, cwd: string, repository: string): string | undefined {
  const [top, from, to] = [repository, cwd, path].map((one) => realOf(one) ?? one);
  if (top === undefined || from === undefined || to === undefined) return undefined;
  const isThere = (from === top || isBelow(relative(top, from))) && isBelow(relative(top, to));
  return isThere ? relative(from, to) : undefined;
}

/** Of the way from a folder. */
function isBelow(way: string): boolean {
  return way !== '' && way.split(sep)[0] !== '..' && !isAbsolute(way);
}
