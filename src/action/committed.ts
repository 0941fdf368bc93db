/** Whether the files that were read are those of the commit: what a step put into the checkout, such as an artifact, may be a fork's. */

import { lstat, readFile, readlink } from 'node:fs/promises';
import { FOLDER, holds, LINK, type TreeEntry } from '../github/tree.ts';
import { type Trees, treesOf } from '../github/trees.ts';
import type { Project } from '../index.ts';
import type { HostAccess } from './host-access.ts';
import { insideOf } from './inside.ts';
import { pathFromTop, readPaths } from './read-paths.ts';

export interface CommittedParts extends HostAccess {
  readonly commit: string;
  /** Folder of the checkout, with links resolved. */
  readonly top: string;
  readonly project: Project;
}

/** The first file or link, from the top of the repository, that the commit does not have or has with another content. */
export async function uncommittedFile({
  github,
  repository,
  commit,
  top,
  project,
}: CommittedParts): Promise<string | undefined> {
  const trees = treesOf(github, repository);
  const root = await trees.rootOf(commit);
  // A link on the way to the checkout is the runner's.
  for (const path of readPaths(project).filter((one) => insideOf(top, one))) {
    const name = pathFromTop(top, path);
    const entry = await entryAt(trees, root, name);
    if (entry === undefined || !(await isAs(entry, path))) return name;
  }
  return undefined;
}

async function entryAt(trees: Trees, root: TreeEntry, path: string): Promise<TreeEntry | undefined> {
  let at: TreeEntry | undefined = root;
  for (const name of path.split('/')) {
    if (at?.mode !== FOLDER) return undefined;
    at = (await trees.entriesOf(at.id)).get(name);
  }
  return at;
}

/** A checkout on Windows may have other line ends than the commit. */
async function isAs(entry: TreeEntry, path: string): Promise<boolean> {
  const isLink = (await lstat(path)).isSymbolicLink();
  if (isLink !== (entry.mode === LINK)) return false;
  if (isLink) return holds(entry, await readlink(path, 'buffer'));
  const bytes = await readFile(path);
  return holds(entry, bytes) || holds(entry, Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'));
}
