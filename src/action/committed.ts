/** Whether the files that were read are those of the commit: what a step put into the checkout, such as an artifact, may be a fork's. */

import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { FOLDER, holds, type TreeEntry } from '../github/tree.ts';
import { type Trees, treesOf } from '../github/trees.ts';
import type { Project } from '../index.ts';
import type { HostAccess } from './host-access.ts';

export interface CommittedParts extends HostAccess {
  readonly commit: string;
  /** Folder of the checkout, with links resolved. */
  readonly top: string;
  readonly project: Project;
}

/** The first file, from the top of the repository, that the commit does not have or has with another content. */
export async function uncommittedFile({
  github,
  repository,
  commit,
  top,
  project,
}: CommittedParts): Promise<string | undefined> {
  const trees = treesOf(github, repository);
  const root = await trees.rootOf(commit);
  for (const { path, realPath } of project.files) {
    const name = realPath === undefined ? path : relative(top, realPath).split(sep).join('/');
    const entry = await entryAt(trees, root, name);
    if (realPath === undefined || entry === undefined || !isAs(entry, await readFile(realPath))) return name;
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
function isAs(entry: TreeEntry, bytes: Buffer): boolean {
  return holds(entry, bytes) || holds(entry, Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'));
}
