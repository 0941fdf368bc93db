/** Paths of files as records name them: the same on every machine and in every working directory. */

import { relative, resolve, sep } from 'node:path';
import { normalize } from 'node:path/posix';
import type { Project } from '../../model/project.ts';

/** Returns the path for records by displayed path. Files that do not come from a disk keep the path that the caller passed. */
export function placesOf({ files, location }: Pick<Project, 'files' | 'location'>): ReadonlyMap<string, string> {
  return new Map(
    files.map(({ path, realPath }) => [
      path,
      location === undefined
        ? normalize(path)
        : relative(location.root.folder, realPath ?? resolve(location.root.cwd, path))
            .split(sep)
            .join('/'),
    ]),
  );
}
