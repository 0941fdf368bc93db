/** Paths of files as records name them: the same on every machine and in every working directory. */

import { relative, resolve, sep } from 'node:path';
import { normalize } from 'node:path/posix';
import type { Project } from '../../model/project.ts';

/** By the path as it is shown. Files that came from no disk are named as they were passed. */
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
