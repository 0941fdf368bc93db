/** Finds the folder of its repository that a project is in. */

import { isAbsolute, relative, sep } from 'node:path';
import type { ProjectLocation } from '../../model/project.ts';
import { findRepository } from './project-bounds.ts';
import { findRealPath } from './real-path.ts';

/**
 * Returns the folder of the project, relative to the top of the repository (`.` for the top). It is the working directory, or the folder of
 * the configuration if that is elsewhere.
 */
export function projectFolder({ folder, root }: ProjectLocation): string {
  const found = [root.cwd, findRealPath(folder) ?? folder].find((path) => isBelow(root.folder, path)) ?? root.folder;
  return relative(root.folder, found).split(sep).join('/') || '.';
}

/**
 * Returns the folder of the configuration, relative to the top of its repository, for a ledger in `dir`. Returns undefined outside of a
 * repository, because projects cannot be distinguished there. Also returns undefined if `dir` is inside of the folder, because no other
 * project keeps a ledger there.
 */
export function projectSharing({ folder, root }: ProjectLocation, dir: string): string | undefined {
  const own = findRealPath(folder) ?? folder;
  if (findRepository(root.folder) === undefined || isBelow(own, findRealPath(dir) ?? dir)) return undefined;
  return relative(root.folder, own).split(sep).join('/') || '.';
}

function isBelow(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}
