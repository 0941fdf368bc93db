/** Folders of the files of a project, and the folder of new files. */

import { dirname, posix, relative, resolve, sep } from 'node:path';
import type { Layout } from '../../authoring/files.ts';
import { formatYaml } from '../../config/format/format.ts';
import { documentSchema, plainSchema } from '../../config/schema/document-schema.ts';
import { KINDS } from '../../kinds/index.ts';
import type { Project } from '../../model/project.ts';
import type { PullOptions } from '../types.ts';

const MAIN = 'trueup.yaml';
const FOLDER = 'schema';

export function layoutOf(project: Project, { single, folder = FOLDER }: PullOptions): Layout {
  const { files, folders = [], location } = project;
  const main = mainOf(
    files.map(({ path }) => path),
    folder,
  );
  const at = (path: string): string => resolve(location?.cwd ?? '.', path);
  // A folder in which a pattern starts is searched too, but not read completely.
  const whole = folders.find((path) => path === location?.folder);
  return {
    main,
    folder: single === true ? undefined : folder,
    searched: (path) => whole !== undefined && isRead(relative(whole, dirname(at(path)))),
    format: (text) => formatYaml(text, /\boverrides\b/.test(text) ? documentSchema(KINDS) : plainSchema(KINDS)),
  };
}

/** By the way from the folder: folders that start with a dot are not read. */
function isRead(way: string): boolean {
  return way === '' || way.split(sep).every((part) => part !== '' && !part.startsWith('.'));
}

/** Returns the first file, unless an earlier pull put it into the folder next to another file. */
function mainOf(paths: readonly string[], folder: string): string {
  const [first = MAIN] = paths;
  const at = `/${posix.dirname(first)}`;
  const around = at.endsWith(`/${folder}`) ? at.slice(1, -folder.length) : undefined;
  const beside = paths.find(
    (path) => around !== undefined && path.startsWith(around) && !path.slice(around.length).includes('/'),
  );
  return beside ?? first;
}
