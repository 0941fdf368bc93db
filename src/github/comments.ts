/** Comments of a pull request. */

import { z } from 'zod';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';

const Comment = z.looseObject({
  id: z.int(),
  body: z.string().nullish(),
  user: z.looseObject({ login: z.string() }).nullish(),
});

export interface HostComment {
  readonly id: number;
  readonly body: string;
  /** Login of who wrote it; empty when that one is gone. */
  readonly author: string;
}

/** Oldest first. */
export async function commentsOf(
  github: GitHub,
  repository: Repository,
  pull: number,
): Promise<readonly HostComment[]> {
  const path = `${repositoryPath(repository)}/issues/${pull}/comments`;
  const comments = await github.list({ path, item: Comment });
  return comments.map(({ id, body, user }) => ({ id, body: body ?? '', author: user?.login ?? '' }));
}

export async function addComment(github: GitHub, repository: Repository, pull: number, body: string): Promise<void> {
  const path = `${repositoryPath(repository)}/issues/${pull}/comments`;
  await github.call({ method: 'POST', path, body: { body }, reply: Comment });
}

export async function editComment(github: GitHub, repository: Repository, id: number, body: string): Promise<void> {
  const path = `${repositoryPath(repository)}/issues/comments/${id}`;
  await github.call({ method: 'PATCH', path, body: { body }, reply: Comment, repeatable: true });
}
