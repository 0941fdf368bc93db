/** What many commits have at some places, in few requests: ids alone, by the GraphQL interface of the Git host. */

import { z } from 'zod';
import { HostError } from '../errors.ts';
import type { GitHub } from './client.ts';
import type { Repository } from './repository.ts';

const Found = z.looseObject({
  data: z.looseObject({
    repository: z.record(z.string(), z.looseObject({ oid: z.string(), __typename: z.string() }).nullable()).nullish(),
  }),
  errors: z.array(z.looseObject({ message: z.string().optional() })).optional(),
});

export interface HostObject {
  readonly id: string;
  readonly isFolder: boolean;
}

/** Places in one request. */
const MOST_PLACES = 200;

interface Places {
  readonly commits: readonly string[];
  /** From the top of the repository; empty for the top itself. */
  readonly paths: readonly string[];
}

/** By the commit, what is at each place; undefined where there is nothing. */
export async function objectIds(
  github: GitHub,
  repository: Repository,
  { commits, paths }: Places,
): Promise<ReadonlyMap<string, readonly (HostObject | undefined)[]>> {
  const asked = commits.flatMap((commit) => paths.map((path) => ({ commit, expression: `${commit}:${path}` })));
  const ids = new Map<string, (HostObject | undefined)[]>(commits.map((commit) => [commit, []]));
  for (let start = 0; start < asked.length; start += MOST_PLACES) {
    const some = asked.slice(start, start + MOST_PLACES);
    const found = await objectsAt(
      github,
      repository,
      some.map(({ expression }) => expression),
    );
    for (const [at, { commit }] of some.entries()) ids.get(commit)?.push(found[at]);
  }
  return ids;
}

/** Throws HostError where the host does not answer for each of them: what it leaves out is not absent. */
async function objectsAt(
  github: GitHub,
  { owner, name }: Repository,
  expressions: readonly string[],
): Promise<readonly (HostObject | undefined)[]> {
  const names = expressions.map((_, at) => `e${at}`);
  const query = `query($owner: String!, $name: String!, ${names.map((one) => `$${one}: String!`).join(', ')}) { repository(owner: $owner, name: $name) { ${names.map((one) => `${one}: object(expression: $${one}) { __typename oid }`).join(' ')} } }`;
  const given = Object.fromEntries(names.map((one, at) => [one, expressions[at]]));
  const variables = { owner, name, ...given };
  const body = { query, variables };
  const { data, errors } = await github.call({
    method: 'POST',
    path: '/graphql',
    body,
    reply: Found,
    repeatable: true,
  });
  const { repository } = data;
  if (repository == null) throw unanswered('The Git host tells nothing of the repository by GraphQL.');
  const isPartial = (errors ?? []).length > 0 || names.some((one) => repository[one] === undefined);
  if (isPartial) throw unanswered('The Git host does not tell by GraphQL what all commits have.');
  return names.map((one) => {
    const found = repository[one];
    return found == null ? undefined : { id: found.oid, isFolder: found.__typename === 'Tree' };
  });
}

function unanswered(message: string): HostError {
  return new HostError(200, message, { hint: 'Run the job again later.' });
}
