/** Which repository, on which host: from the variables that GitHub sets for a step. */

import { UsageError } from '../errors.ts';

export interface Repository {
  readonly owner: string;
  readonly name: string;
}

export const PUBLIC_API = 'https://api.github.com';

/** Throws UsageError when it is not `owner/name`. */
export function parseRepository(text: string | undefined): Repository {
  const [owner, name, more] = (text ?? '').split('/');
  if (owner !== undefined && owner !== '' && name !== undefined && name !== '' && more === undefined)
    return { owner, name };
  throw new UsageError('repository-unknown', 'The repository is unknown.', {
    hint: 'Set GITHUB_REPOSITORY to owner/name; inside a workflow it is set already.',
  });
}

/** Start of the paths of everything that belongs to it. */
export function repositoryPath({ owner, name }: Repository): string {
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
}
