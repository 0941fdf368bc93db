/** A checkout of another commit in a folder of its own, of which only what the configuration names has its content. */

import { mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { normalize } from 'node:path/posix';
import { HostError } from '../errors.ts';
import { type Project, readProject } from '../index.ts';
import { type Contents, type Files, fromTop, isByLink, isLink, tooMuch, YAML } from './listed-files.ts';
import { readPlaces } from './read-paths.ts';
import type { Watched } from './touched.ts';

export interface BaseProject {
  readonly folder: string;
  readonly project: Project;
  /** Of its files. */
  readonly paths: readonly string[];
  /** What a commit has to touch to change what is read. */
  readonly places: readonly Watched[];
}

/** Files that are listed. */
const MOST_LISTED = 20_000;

/** Every file that an include can select, empty, and every link; of a large repository the YAML files alone. `.git` makes the folder a repository, so that includes reach as far. */
export async function fill(
  checkout: string,
  files: Files,
  named: readonly string[],
  contents: Contents,
): Promise<void> {
  const isSmall = files.size <= MOST_LISTED;
  const listed = [...files].filter(
    ([path, file]) => isSmall || isLink(file) || YAML.test(path) || named.includes(path),
  );
  if (listed.length > MOST_LISTED) throw tooMuch();
  await mkdir(join(checkout, '.git'));
  const folders = new Set(listed.map(([path]) => dirname(join(checkout, path))));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  for (const [path, file] of listed) {
    if (!isLink(file)) await writeFile(join(checkout, path), '');
    else await linkInside(checkout, path, (await contents(path, file)).toString());
  }
}

/** One that leads out of the repository is left out: what it leads to is on this machine and in no commit. */
async function linkInside(checkout: string, path: string, target: string): Promise<void> {
  const leads = normalize(join(dirname(path), target).split(sep).join('/'));
  if (target.startsWith('/') || leads === '..' || leads.startsWith('../')) return;
  await symlink(target, join(checkout, path));
}

interface Loading {
  readonly checkout: string;
  readonly folder: string;
  readonly names: readonly string[];
  readonly files: Files;
  readonly contents: Contents;
  /** Paths of the files whose content is there. */
  readonly filled: Set<string>;
}

/** Each round fills the files that the one before has found, until none is found that is still empty. */
export async function load({ checkout, folder, names, files, contents, filled }: Loading): Promise<BaseProject> {
  for (const name of names.filter((one) => isByLink(files, one))) await requireLinked(checkout, name);
  for (;;) {
    const project = await readProject(
      names.map((name) => join(checkout, name)),
      // Files are told by their paths from here: the folder itself is of this machine.
      { cwd: checkout },
    );
    const paths = project.files.map(({ realPath = '' }) => fromTop(checkout, realPath));
    const empty = paths.filter((path) => !filled.has(path));
    if (empty.length === 0) {
      const places = readPlaces({ project, cwd: join(checkout, folder), checkout: { top: checkout } });
      return { folder, project, paths, places };
    }
    for (const path of empty) {
      filled.add(path);
      const file = files.get(path);
      if (file !== undefined) await writeFile(join(checkout, path), await contents(path, file));
    }
  }
}

/** A link that leads nowhere does not say that there was no configuration. */
async function requireLinked(checkout: string, name: string): Promise<void> {
  const isFound = await stat(join(checkout, name)).then(
    () => true,
    () => false,
  );
  if (isFound) return;
  throw new HostError(200, `The link on the way to ${name} leads to no configuration in the base commit.`);
}
