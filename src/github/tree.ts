/** The files of any commit of a repository: their paths, modes and contents. */

import { z } from 'zod';
import { HostError } from '../errors.ts';
import { blobId } from '../ledger/git-branch-tree.ts';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';

const Named = z.looseObject({ sha: z.string() });
const Commit = z.looseObject({ tree: Named, parents: z.array(Named) });
const Tree = z.looseObject({
  truncated: z.boolean(),
  tree: z.array(
    z.looseObject({ path: z.string(), mode: z.string(), type: z.string(), sha: z.string(), size: z.int().optional() }),
  ),
});
const Blob = z.looseObject({ content: z.string(), encoding: z.string() });

export interface HostFile {
  readonly id: string;
  readonly isLink: boolean;
  readonly bytes: number;
}

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

/** By path from the top of the repository; without submodules. Throws HostError, also where the host does not list all of them. */
export async function filesOf(
  github: GitHub,
  repository: Repository,
  { tree: id }: Pick<HostCommit, 'tree'>,
): Promise<ReadonlyMap<string, HostFile>> {
  const path = `${repositoryPath(repository)}/git/trees/${id}`;
  const { tree, truncated } = await github.call({ method: 'GET', path, query: { recursive: '1' }, reply: Tree });
  if (truncated) throw new HostError(200, 'The repository has more files than the Git host lists at once.');
  const files = tree.filter(({ type }) => type === 'blob');
  return new Map(
    files.map(({ path, mode, sha, size = 0 }) => [path, { id: sha, isLink: mode === '120000', bytes: size }]),
  );
}

/** Without a request: equal ids are equal contents. */
export function holdsText({ id }: HostFile, text: string): boolean {
  return blobId(text) === id;
}

export async function contentOf(github: GitHub, repository: Repository, { id }: HostFile): Promise<Buffer> {
  const path = `${repositoryPath(repository)}/git/blobs/${id}`;
  const { content, encoding } = await github.call({ method: 'GET', path, reply: Blob });
  return Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');
}
