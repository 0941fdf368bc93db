/** The repository of the run on the Git host, and the way to ask about it. */

import type { GitHub } from '../github/client.ts';
import type { Repository } from '../github/repository.ts';

export interface HostAccess {
  readonly github: GitHub;
  readonly repository: Repository;
}
