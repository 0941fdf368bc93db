/** Branches of a repository, and whether a commit belongs to one: the commits of forks can be asked for by their id alone, too. */

import { z } from 'zod';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';
import { unlessAbsent } from './unless-gone.ts';

const Described = z.looseObject({ default_branch: z.string() });
const Ref = z.looseObject({ object: z.looseObject({ sha: z.string() }) });
const Comparison = z.looseObject({ status: z.enum(['identical', 'ahead', 'behind', 'diverged']) });
const WithBase = z.looseObject({ merge_base_commit: z.looseObject({ sha: z.string() }) });
const Branch = z.looseObject({ name: z.string() });

export interface Head {
  readonly branch: string;
  readonly commit: string;
}

/** A queue merges pull requests before anybody merged them, those of forks included. */
const QUEUE = /^gh-readonly-queue\//;

export function isQueueBranch(branch: string): boolean {
  return QUEUE.test(branch);
}

export async function defaultHead(github: GitHub, repository: Repository): Promise<Head> {
  const branch = await defaultBranch(github, repository);
  return { branch, commit: await headOf(github, repository, branch) };
}

export async function defaultBranch(github: GitHub, repository: Repository): Promise<string> {
  const path = repositoryPath(repository);
  return (await github.call({ method: 'GET', path, reply: Described })).default_branch;
}

export async function headOf(github: GitHub, repository: Repository, branch: string): Promise<string> {
  const name = branch.split('/').map(encodeURIComponent).join('/');
  const path = `${repositoryPath(repository)}/git/ref/heads/${name}`;
  return (await github.call({ method: 'GET', path, reply: Ref })).object.sha;
}

/** Whether `commit` is `head` or what that was made on top of. False for a commit that shares nothing with it. */
export async function isBehind(
  github: GitHub,
  repository: Repository,
  { head, commit }: { readonly head: string; readonly commit: string },
): Promise<boolean> {
  const relation = await relationOf(github, repository, { head, commit });
  return relation === 'identical' || relation === 'behind';
}

/** Where `commit` is, seen from `head`. Undefined where the host does not know one of them, or they share nothing. */
export async function relationOf(
  github: GitHub,
  repository: Repository,
  { head, commit }: { readonly head: string; readonly commit: string },
): Promise<z.infer<typeof Comparison>['status'] | undefined> {
  if (head === commit) return 'identical';
  const path = `${repositoryPath(repository)}/compare/${encodeURIComponent(head)}...${encodeURIComponent(commit)}`;
  // The files are on the first page only.
  const query = { per_page: '1', page: '2' };
  return (await unlessAbsent(() => github.call({ method: 'GET', path, query, reply: Comparison })))?.status;
}

/** The newest commit that both contain. Undefined where they share nothing, or the host does not know one of them. */
export async function mergeBaseOf(
  github: GitHub,
  repository: Repository,
  one: string,
  other: string,
): Promise<string | undefined> {
  const path = `${repositoryPath(repository)}/compare/${encodeURIComponent(one)}...${encodeURIComponent(other)}`;
  const query = { per_page: '1', page: '2' };
  const compared = await unlessAbsent(() => github.call({ method: 'GET', path, query, reply: WithBase }));
  return compared?.merge_base_commit.sha;
}

/** A branch of the repository, other than of its merge queue, whose newest commit it is. */
export async function branchAt(github: GitHub, repository: Repository, commit: string): Promise<string | undefined> {
  const path = `${repositoryPath(repository)}/commits/${encodeURIComponent(commit)}/branches-where-head`;
  const branches = await github.call({ method: 'GET', path, reply: z.array(Branch) });
  for (const { name } of branches.filter((branch) => !isQueueBranch(branch.name))) {
    if ((await headOf(github, repository, name)) === commit) return name;
  }
  return undefined;
}
