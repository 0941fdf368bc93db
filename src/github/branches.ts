/** Branches of a repository: the default one, their newest commits, and those of a merge queue. */

import { z } from 'zod';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';

const Described = z.looseObject({ default_branch: z.string() });
const Ref = z.looseObject({ object: z.looseObject({ sha: z.string() }) });
/** A queue merges pull requests before anybody merged them, those of forks included. */
const QUEUE = /^gh-readonly-queue\//;

export function isQueueBranch(branch: string): boolean {
  return QUEUE.test(branch);
}

export async function defaultBranch(github: GitHub, repository: Repository): Promise<string> {
  const path = repositoryPath(repository);
  return (await github.call({ method: 'GET', path, reply: Described })).default_branch;
}

export async function readHead(github: GitHub, repository: Repository, branch: string): Promise<string> {
  const name = branch.split('/').map(encodeURIComponent).join('/');
  const path = `${repositoryPath(repository)}/git/ref/heads/${name}`;
  return (await github.call({ method: 'GET', path, reply: Ref })).object.sha;
}
