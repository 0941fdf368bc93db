/** Which folder of its repository a project is in, and which files there are its own. */

import { isAbsolute, join, relative, sep } from 'node:path';
import type { Project, ProjectLocation } from '../../model/project.ts';
import { placesOf } from './places.ts';
import { repositoryOf } from './project-bounds.ts';
import { realOf, statOf } from './real-path.ts';

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

/**
 * Whether a file that a record names is of the project in this folder: it is part of it, or it was in its folder and is gone. Without a
 * repository the files of two projects have equal names, so nothing is known.
 */
export function ownFiles({ files, location }: Pick<Project, 'files' | 'location'>, folder: string) {
  if (location === undefined || repositoryOf(location.root.folder) === undefined) return () => false;
  const places = new Set(placesOf({ files, location }).values());
  const start = folder === '.' ? '' : `${folder}/`;
  return (file: string): boolean =>
    places.has(file) || (file.startsWith(start) && statOf(join(location.root.folder, file)) === undefined);
}
