/** Issues of a repository, without pull requests. */

import { z } from 'zod';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';
import { unlessGone } from './unless-gone.ts';

const Issue = z.looseObject({
  number: z.int(),
  body: z.string().nullish(),
  user: z.looseObject({ login: z.string() }).nullish(),
  pull_request: z.unknown().optional(),
});

export interface HostIssue {
  readonly number: number;
  readonly body: string;
  readonly author: string;
}

/** Oldest first. */
export async function openIssues(github: GitHub, repository: Repository): Promise<readonly HostIssue[]> {
  const query = { state: 'open', sort: 'created', direction: 'asc' };
  const issues = await github.list({ path: `${repositoryPath(repository)}/issues`, query, item: Issue });
  return issues.filter((issue) => issue.pull_request === undefined).map(buildIssue);
}

function buildIssue({ number, body, user }: z.infer<typeof Issue>): HostIssue {
  return { number, body: body ?? '', author: user?.login ?? '' };
}

export async function openIssue(
  github: GitHub,
  repository: Repository,
  issue: { readonly title: string; readonly body: string },
): Promise<HostIssue> {
  const path = `${repositoryPath(repository)}/issues`;
  return buildIssue(await github.call({ method: 'POST', path, body: issue, reply: Issue }));
}

export type IssueChange =
  | { readonly body: string; readonly state: 'open' }
  | { readonly body: string; readonly state: 'closed'; readonly state_reason: 'completed' | 'not_planned' };

/** False when it is gone. */
export function editIssue(
  github: GitHub,
  repository: Repository,
  number: number,
  change: IssueChange,
): Promise<boolean> {
  const path = `${repositoryPath(repository)}/issues/${number}`;
  return unlessGone(() => github.call({ method: 'PATCH', path, body: change, reply: Issue, repeatable: true }));
}
