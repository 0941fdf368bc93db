/** What somebody may do in a repository. */

import { z } from 'zod';
import { HostError } from '../errors.ts';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';

/** `maintain` is told as write, `triage` as read. */
const Permission = z.looseObject({ permission: z.string() });
const WRITING: readonly string[] = ['admin', 'write'];

/** False for a login that the host does not know. */
export async function mayWrite(github: GitHub, repository: Repository, login: string): Promise<boolean> {
  const path = `${repositoryPath(repository)}/collaborators/${encodeURIComponent(login)}/permission`;
  try {
    const { permission } = await github.call({ method: 'GET', path, reply: Permission });
    return WRITING.includes(permission);
  } catch (error) {
    if (error instanceof HostError && error.status === 404) return false;
    throw error;
  }
}
