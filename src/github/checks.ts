/** Check runs of a commit: only apps of the Git host write them, and each only its own; no person can. */

import { z } from 'zod';
import { defined } from '../contract/defined.ts';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';

const CheckRun = z.looseObject({
  id: z.int(),
  name: z.string(),
  head_sha: z.string(),
  started_at: z.string().nullish(),
  completed_at: z.string().nullish(),
  app: z.looseObject({ slug: z.string().nullish() }).nullish(),
  output: z.looseObject({ text: z.string().nullish() }).nullish(),
});

export interface HostCheck {
  /** Grows with every new one. */
  readonly id: number;
  readonly name: string;
  readonly headSha: string;
  /** Short name of the app that wrote it; empty when the host does not say. */
  readonly app: string;
  /** Milliseconds since the epoch, by the host's clock; undefined while it runs. */
  readonly completedAt: number | undefined;
  readonly text: string;
}

export interface NewCheck {
  readonly name: string;
  readonly headSha: string;
  readonly conclusion: 'success' | 'neutral' | 'failure';
  readonly title: string;
  readonly summary: string;
  readonly text: string;
  readonly detailsUrl: string | undefined;
}

/** Every one of this name, from all attempts of all jobs; oldest first. */
export async function listChecks(
  github: GitHub,
  repository: Repository,
  { sha, name }: { readonly sha: string; readonly name: string },
): Promise<readonly HostCheck[]> {
  const path = `${repositoryPath(repository)}/commits/${encodeURIComponent(sha)}/check-runs`;
  // Without the filter, only the latest of each name and job is listed.
  const query = { check_name: name, filter: 'all' };
  const found = await github.list({ path, query, item: CheckRun, member: 'check_runs' });
  return found
    .map(checkOf)
    .filter((check) => check.name === name && check.headSha === sha)
    .sort((a, b) => a.id - b.id);
}

/** The host dates it. A second one, added because a reply was lost, says the same. */
export async function addCheck(github: GitHub, repository: Repository, check: NewCheck): Promise<HostCheck> {
  const { name, headSha, conclusion, title, summary, text, detailsUrl } = check;
  const body = {
    name,
    head_sha: headSha,
    status: 'completed',
    conclusion,
    output: { title, summary, text },
    ...defined({ details_url: detailsUrl }),
  };
  const path = `${repositoryPath(repository)}/check-runs`;
  return checkOf(await github.call({ method: 'POST', path, body, reply: CheckRun, repeatable: true }));
}

function checkOf({ id, name, head_sha, started_at, completed_at, app, output }: z.infer<typeof CheckRun>): HostCheck {
  const at = Date.parse(completed_at ?? started_at ?? '');
  return {
    id,
    name,
    headSha: head_sha,
    app: app?.slug ?? '',
    completedAt: Number.isNaN(at) ? undefined : at,
    text: output?.text ?? '',
  };
}
