/** Where the files of a project are, and where new ones go. */

import { dirname, posix, resolve, sep } from 'node:path';
import type { Layout } from '../../authoring/files.ts';
import { formatYaml } from '../../config/format/format.ts';
import { documentSchema } from '../../config/schema/document-schema.ts';
import { KINDS } from '../../kinds/index.ts';
import type { Project } from '../../model/project.ts';
import type { PullOptions } from '../types.ts';

const MAIN = 'trueup.yaml';
const FOLDER = 'schema';

export function layoutOf(
  { files, location, searched = [] }: Project,
  { single, folder = FOLDER }: PullOptions,
): Layout {
  const main = mainOf(
    files.map(({ path }) => path),
    folder,
  );
  const at = (path: string): string => resolve(location?.cwd ?? '.', path);
  // Made where it is used first, and for all files: that takes longer than a short file.
  let schema: ReturnType<typeof documentSchema> | undefined;
  // A folder that a pattern names is searched too, but not all of it is read.
  const whole = searched.filter((one) => one === location?.folder);
  return {
    main,
    folder: single === true ? undefined : folder,
    searched: (path) => whole.some((one) => `${dirname(at(path))}${sep}`.startsWith(`${one}${sep}`)),
    format: (text) => {
      schema ??= documentSchema(KINDS);
      return formatYaml(text, schema);
    },
  };
}

/** The first file, unless it is one that an earlier pull has put into the folder beside another. */
function mainOf(paths: readonly string[], folder: string): string {
  const [first = MAIN] = paths;
  const at = `/${posix.dirname(first)}`;
  const around = at.endsWith(`/${folder}`) ? at.slice(1, -folder.length) : undefined;
  const beside = paths.find(
    (path) => around !== undefined && path.startsWith(around) && !path.slice(around.length).includes('/'),
  );
  return beside ?? first;
}
