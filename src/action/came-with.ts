/**
 * A branch that came with another one that was made on top of it: the Git host names its own head as its merge, which the branch that both
 * came to never said. It may be older than what was there.
 */

import { isBehind, mergeBaseOf } from '../github/branches.ts';
import type { Waiting } from './merged.ts';
import { commitsOver } from './merged-over.ts';
import type { HostAccess } from './run.ts';

type Merged = Pick<Waiting, 'pull'> & Partial<Pick<Waiting, 'over'>>;

export interface CameWith<T> {
  /** The merge that brought it. */
  readonly merge: T;
  /** What it and the branch had in common before that. */
  readonly base: string | undefined;
}

/** `later`: merges after it, oldest first. Undefined where it came by itself, or that is not known. */
export async function cameWith<T extends Merged>(
  { github, repository }: HostAccess,
  { pull: { headSha, mergeSha } }: Merged,
  later: readonly T[],
): Promise<CameWith<T> | undefined> {
  if (mergeSha === undefined || mergeSha !== headSha) return undefined;
  for (const merge of later) {
    const { pull, over } = merge;
    if (pull.mergeSha === undefined || pull.mergeSha === pull.headSha || over === undefined) continue;
    if (!(await isBehind(github, repository, { head: pull.mergeSha, commit: mergeSha }))) continue;
    const [into] = commitsOver(await over());
    if (into === undefined || (await isBehind(github, repository, { head: into, commit: mergeSha }))) return undefined;
    return { merge, base: await mergeBaseOf(github, repository, into, mergeSha) };
  }
  return undefined;
}
