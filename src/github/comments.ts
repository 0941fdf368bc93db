/** Comments of a pull request. */

import { z } from 'zod';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';
import { unlessGone } from './unless-gone.ts';

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
export async function listComments(
  github: GitHub,
  repository: Repository,
  pull: number,
): Promise<readonly HostComment[]> {
  const path = `${repositoryPath(repository)}/issues/${pull}/comments`;
  const comments = await github.list({ path, item: Comment });
  return comments.map(buildComment);
}

function buildComment({ id, body, user }: z.infer<typeof Comment>): HostComment {
  return { id, body: body ?? '', author: user?.login ?? '' };
}

/** A lost reply is no reason not to ask again: whoever calls it looks for a second one. */
export async function addComment(
  github: GitHub,
  repository: Repository,
  pull: number,
  body: string,
): Promise<HostComment> {
  const path = `${repositoryPath(repository)}/issues/${pull}/comments`;
  return buildComment(await github.call({ method: 'POST', path, body: { body }, reply: Comment, repeatable: true }));
}

/** False when it is gone. */
export function editComment(github: GitHub, repository: Repository, id: number, body: string): Promise<boolean> {
  const path = commentPath(repository, id);
  return unlessGone(() => github.call({ method: 'PATCH', path, body: { body }, reply: Comment, repeatable: true }));
}

export async function removeComment(github: GitHub, repository: Repository, id: number): Promise<void> {
  const path = commentPath(repository, id);
  await unlessGone(() => github.call({ method: 'DELETE', path, reply: z.unknown(), repeatable: true }));
}

function commentPath(repository: Repository, id: number): string {
  return `${repositoryPath(repository)}/issues/comments/${id}`;
}
