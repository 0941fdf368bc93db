/** Finds the folder of its repository that a project is in. */

import { isAbsolute, relative, sep } from 'node:path';
import type { ProjectLocation } from '../../model/project.ts';
import { repositoryOf } from './project-bounds.ts';
import { realOf } from './real-path.ts';

/** From the top of the repository, `.` for the top: the working directory, or the folder of the configuration where that is elsewhere. */
export function projectFolder({ folder, root }: ProjectLocation): string {
  const found = [root.cwd, realOf(folder) ?? folder].find((path) => isBelow(root.folder, path)) ?? root.folder;
  return relative(root.folder, found).split(sep).join('/') || '.';
}

/**
 * The folder of the configuration from the top of its repository, for a ledger that is kept in `dir`. Undefined where nothing tells two
 * projects apart, which is outside of a repository, and where nobody else keeps one: inside of the folder itself.
 */
export function projectSharing({ folder, root }: ProjectLocation, dir: string): string | undefined {
  const own = realOf(folder) ?? folder;
  if (repositoryOf(root.folder) === undefined || isBelow(own, realOf(dir) ?? dir)) return undefined;
  return relative(root.folder, own).split(sep).join('/') || '.';
}

function isBelow(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}
