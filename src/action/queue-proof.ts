/** Whether the commit of a merge queue consists of the default branch and of pull requests of this repository, and of nothing else. */

import { headOf, isBehind } from '../github/branches.ts';
import { type QueueEntry, queuedUpTo, queueOf } from '../github/commits.ts';
import { pullNumbered } from '../github/pulls.ts';
import { commitsSince, MOST_SINCE } from '../github/since.ts';
import { commitOf } from '../github/tree.ts';
import { treesOf } from '../github/trees.ts';
import { shortOf } from './commit-name.ts';
import type { HostAccess } from './host-access.ts';
import { addedByMerge } from './merge-content.ts';

export interface QueueProof {
  /** `unclear`: no pull request of a fork was found, and still it is not proven. */
  readonly is: 'proven' | 'foreign' | 'unclear';
  /** A clause without a full stop. */
  readonly why: string;
}

/** The queue merges pull requests before anybody merged them: none of them, up to the branch itself, may come from a fork. */
export async function queueProof(host: HostAccess, base: string, commit: string): Promise<QueueProof> {
  const { github, repository } = host;
  const entries = queuedUpTo(commit, await queueOf(github, repository, base));
  const heads: { readonly entry: QueueEntry; readonly own: string }[] = [];
  for (const entry of entries) {
    const { isFork, headSha } = await pullNumbered(github, repository, entry.pull);
    if (isFork) return { is: 'foreign', why: `Pull request #${entry.pull} in the merge queue comes from a fork` };
    heads.push({ entry, own: headSha });
  }
  for (const { entry, own } of heads) {
    const is = await builtOn(host, entry, own);
    if (is === 'yes') continue;
    if (is === 'too-many') return { is: 'unclear', why: tooMany(entry) };
    const why = `Commit ${shortOf(entry.sha)} of the merge queue is not just #${entry.pull} on top of ${shortOf(entry.base)}`;
    return { is: 'unclear', why: `${why}: update the branch of #${entry.pull} and queue it again` };
  }
  const start = entries.at(-1)?.base;
  const head = start === undefined ? undefined : await headOf(github, repository, base);
  const isOurs =
    head !== undefined && start !== undefined && (await isBehind(github, repository, { head, commit: start }));
  if (isOurs) return { is: 'proven', why: `It is in the merge queue of ${base}` };
  return { is: 'unclear', why: `Commit ${shortOf(commit)} is not in the merge queue of ${base}` };
}

/**
 * The name of its branch says what an entry is built on; only the commits prove that nothing else is in between. A rebase makes one for
 * each commit of the pull request: these have to end where the name says, and to add up to what the pull request changes there.
 */
async function builtOn(host: HostAccess, { sha, base }: QueueEntry, own: string): Promise<'yes' | 'no' | 'too-many'> {
  const { github, repository } = host;
  const { parents } = await commitOf(github, repository, sha);
  if (parents[0] === base) return 'yes';
  const since = await commitsSince(github, repository, { commit: base, head: sha });
  if (since.state === 'too-many') return 'too-many';
  if (since.state === 'apart') return 'no';
  if ([...since.after.values()].some((one) => one.parents.length !== 1)) return 'no';
  const trees = treesOf(github, repository);
  const merge = { merge: sha, into: base, own };
  return (await addedByMerge(host, trees, merge, [{ path: '', what: 'all' }])) === undefined ? 'yes' : 'no';
}

function tooMany({ pull, base }: QueueEntry): string {
  return `The merge queue rebases more than ${MOST_SINCE} commits on top of ${shortOf(base)} for #${pull}: squash them, or merge them in several pull requests`;
}
