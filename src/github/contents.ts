/** Files of a commit. */

import { z } from 'zod';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';
import { unlessAbsent } from './unless-gone.ts';

/** What the commit has at this path, from the top of the repository; undefined where there is nothing. */
export function readFileAt(github: GitHub, repository: Repository, commit: string, path: string): Promise<unknown> {
  const names = path.split('/').map(encodeURIComponent).join('/');
  const at = `${repositoryPath(repository)}/contents/${names}`;
  return unlessAbsent(() => github.call({ method: 'GET', path: at, query: { ref: commit }, reply: z.unknown() }));
}
