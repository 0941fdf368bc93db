/** The new texts of a pull that changes something: written as edits, and looked at as the next plan will. */

import { dirname, posix, relative, resolve, sep } from 'node:path';
import { type Addition, type Layout, writeFiles } from '../../authoring/files.ts';
import { documentSchema } from '../../config/schema/document-schema.ts';
import { keyOrder } from '../../config/schema/walk.ts';
import type { ParsedFile } from '../../config/yaml/parsed-file.ts';
import { KINDS } from '../../kinds/index.ts';
import type { Project } from '../../model/project.ts';
import type { PullOptions } from '../types.ts';
import { editsWithout } from './merged-in.ts';
import { type Trial, type Verified, type Verifying, verified } from './verified.ts';

export function written(
  documents: readonly ParsedFile[],
  additions: readonly Addition[],
  input: Verifying,
  options: PullOptions,
): Verified {
  const layout: Layout = layoutOf(input.parts.project, options);
  const attempt = (some: readonly Addition[], broken: Trial['broken']): Trial => ({
    ...{ additions: some, broken },
    written: writeFiles(documents, some, editsWithout(input.merged, broken), layout),
  });
  return verified(attempt, additions, input);
}

const MAIN = 'trueup.yaml';
const FOLDER = 'schema';

/** Folders of the files of a project, and the folder of new files. */
function layoutOf(project: Project, { single, folder = FOLDER }: PullOptions): Layout {
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
    order: keyOrder(documentSchema(KINDS)),
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
