/** The commits that touched what a run reads: those of its folders, or of its files alone where the folders are busy with other things. */

import { dirname } from 'node:path/posix';
import { HostError } from '../errors.ts';
import { commitsTouching } from '../github/commits.ts';
import { goneFiles } from './gone-files.ts';
import { filePaths, projectPaths } from './read-paths.ts';
import type { Recorded } from './recorded.ts';
import type { HostAccess, Run } from './run.ts';

/** Each is a request to the Git host. */
const MOST_PATHS = 20;

/** Newest first, that a commit or a branch contains. */
export type Touching = (from: string) => Promise<readonly string[]>;

/** `most`: of the folders, beyond which the files are asked for, those that are gone as well. */
export function touchingCommits(
  run: Run,
  host: HostAccess,
  { most, recorded }: { readonly most: number; readonly recorded: Recorded },
): Touching {
  const { github, repository } = host;
  const folders = projectPaths(run);
  const known = new Map<string, Promise<readonly string[]>>();
  let files: Promise<readonly string[] | undefined> | undefined;
  const touching = async (from: string) => {
    const all = await commitsTouching(github, repository, { from, paths: folders });
    if (all.length <= most) return all;
    files ??= placesOf(run, host, from, recorded);
    const paths = await files;
    return paths === undefined ? all : commitsTouching(github, repository, { from, paths });
  };
  return (from) => {
    const found = known.get(from) ?? touching(from);
    known.set(from, found);
    return found;
  };
}

/** Of these files alone; everything touches the top. */
export function touchingPaths({ github, repository }: HostAccess, files: readonly string[]): Touching {
  const paths = joined(files.filter((path) => path !== ''));
  return (from) => commitsTouching(github, repository, { from, paths });
}

/** Undefined where they are not known, or too many. */
async function placesOf(
  run: Run,
  host: HostAccess,
  from: string,
  recorded: Recorded,
): Promise<readonly string[] | undefined> {
  const { github, repository } = host;
  const now = joined(filePaths(run) ?? []);
  if (now === undefined || now.length === 0) return undefined;
  try {
    // What another file was merged with may have been in one that is gone.
    const commits = await commitsTouching(github, repository, { from, paths: now });
    const gone = await goneFiles(run, host, { commits, recorded });
    return joined([...now, ...gone]);
  } catch (error) {
    // The host does not list all files of the repository at once.
    if (error instanceof HostError && error.status === 200) return undefined;
    throw error;
  }
}

/** The deepest of too many are asked for by their folders. Undefined where only the top of the repository has them all. */
function joined(files: readonly string[]): readonly string[] | undefined {
  let places = [...new Set(files)];
  while (places.length > MOST_PATHS) {
    const deepest = Math.max(...places.map(depthOf));
    if (deepest === 1) return undefined;
    const all = [...new Set(places.map((path) => (depthOf(path) === deepest ? dirname(path) : path)))];
    places = all.filter((path) => !all.some((other) => path.startsWith(`${other}/`)));
  }
  return places;
}

function depthOf(path: string): number {
  return path.split('/').length;
}
