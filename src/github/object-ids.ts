/** What many commits have at some places, in few requests: ids alone, by the GraphQL interface of the Git host. */

import { z } from 'zod';
import { HostError } from '../errors.ts';
import type { GitHub } from './client.ts';
import type { Repository } from './repository.ts';

const Found = z.looseObject({
  data: z.looseObject({
    repository: z.record(z.string(), z.looseObject({ oid: z.string() }).nullable()).nullish(),
  }),
});

/** Places in one request. */
const MOST_PLACES = 200;

interface Places {
  readonly commits: readonly string[];
  /** From the top of the repository. */
  readonly paths: readonly string[];
}

/** By the commit, a text that is the same where all places are. */
export async function objectIds(
  github: GitHub,
  repository: Repository,
  { commits, paths }: Places,
): Promise<ReadonlyMap<string, string>> {
  const asked = commits.flatMap((commit) => paths.map((path) => ({ commit, expression: `${commit}:${path}` })));
  const ids = new Map<string, string[]>(commits.map((commit) => [commit, []]));
  for (let start = 0; start < asked.length; start += MOST_PLACES) {
    const some = asked.slice(start, start + MOST_PLACES);
    const found = await objectsAt(
      github,
      repository,
      some.map(({ expression }) => expression),
    );
    for (const [at, { commit }] of some.entries()) ids.get(commit)?.push(found[at] ?? '-');
  }
  return new Map([...ids].map(([commit, own]) => [commit, own.join(' ')]));
}

/** Undefined where there is nothing. Throws HostError also where the host answers for none of them. */
async function objectsAt(
  github: GitHub,
  { owner, name }: Repository,
  expressions: readonly string[],
): Promise<readonly (string | undefined)[]> {
  const names = expressions.map((_, at) => `e${at}`);
  const query = `query($owner: String!, $name: String!, ${names.map((one) => `$${one}: String!`).join(', ')}) { repository(owner: $owner, name: $name) { ${names.map((one) => `${one}: object(expression: $${one}) { oid }`).join(' ')} } }`;
  const given = Object.fromEntries(names.map((one, at) => [one, expressions[at]]));
  const variables = { owner, name, ...given };
  const body = { query, variables };
  const { data } = await github.call({ method: 'POST', path: '/graphql', body, reply: Found, repeatable: true });
  const { repository } = data;
  if (repository == null) throw new HostError(200, 'The Git host tells nothing of the repository by GraphQL.');
  return names.map((one) => repository[one]?.oid);
}
