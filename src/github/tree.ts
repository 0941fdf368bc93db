/** Commits, trees and contents of a repository, by the ids that Git gives them. */

import { z } from 'zod';
import { HostError } from '../errors.ts';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';

const Named = z.looseObject({ sha: z.string() });
const Commit = z.looseObject({ tree: Named, parents: z.array(Named) });
const Tree = z.looseObject({
  truncated: z.boolean(),
  tree: z.array(z.looseObject({ path: z.string(), mode: z.string(), sha: z.string(), size: z.int().optional() })),
});
const Blob = z.looseObject({ content: z.string(), encoding: z.string() });

export interface TreeEntry {
  readonly mode: string;
  readonly id: string;
}

export interface ListedEntry extends TreeEntry {
  /** Of its content; 0 for a folder and a submodule. */
  readonly bytes: number;
}

/** Modes of entries; the others are files. */
export const FOLDER = '040000';
export const LINK = '120000';
export const SUBMODULE = '160000';

export interface HostCommit {
  /** Of its files. */
  readonly tree: string;
  /** The first one is the branch that was merged into. */
  readonly parents: readonly string[];
}

export async function commitOf(github: GitHub, repository: Repository, sha: string): Promise<HostCommit> {
  const path = `${repositoryPath(repository)}/git/commits/${encodeURIComponent(sha)}`;
  const { tree, parents } = await github.call({ method: 'GET', path, reply: Commit });
  return { tree: tree.sha, parents: parents.map((parent) => parent.sha) };
}

/** By name; `recursive`: with what is in its folders, by path. Throws HostError, also where the host does not list all of it. */
export async function entriesOf(
  github: GitHub,
  repository: Repository,
  { tree: id, recursive = false }: { readonly tree: string; readonly recursive?: boolean },
): Promise<ReadonlyMap<string, ListedEntry>> {
  const path = `${repositoryPath(repository)}/git/trees/${encodeURIComponent(id)}`;
  const query = recursive ? { recursive: '1' } : {};
  const { tree, truncated } = await github.call({ method: 'GET', path, query, reply: Tree });
  if (truncated) throw new HostError(200, `The Git host does not list all files of the folder ${id} at once.`);
  return new Map(tree.map(({ path, mode, sha, size = 0 }) => [path, { mode, id: sha, bytes: size }]));
}

/** Not of a folder or a submodule. */
export function hasContent({ mode }: TreeEntry): boolean {
  return mode !== FOLDER && mode !== SUBMODULE;
}

export async function contentOf(
  github: GitHub,
  repository: Repository,
  { id }: Pick<TreeEntry, 'id'>,
): Promise<Buffer> {
  const path = `${repositoryPath(repository)}/git/blobs/${id}`;
  const { content, encoding } = await github.call({ method: 'GET', path, reply: Blob });
  return Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');
}
