/** Checks that the checked-out commit is the commit that the Git host started the run for. Only then is a token used. */

import { HostError, TransportError, UsageError } from '../errors.ts';
import { isQueueBranch } from '../github/branches.ts';
import { pullNumbered } from '../github/pulls.ts';
import { queuedUpTo } from '../github/queue.ts';
import { commitAt } from './checkout-commit.ts';
import { isForeign, type MergeGroup, type RunEvent } from './event.ts';
import { type Checkout, type HostAccess, shortOf } from './run.ts';

interface Parts extends Pick<Checkout, 'top'> {
  readonly event: RunEvent;
  readonly host: () => HostAccess;
}

/** Events whose `GITHUB_SHA` is the newest commit of a branch, pushed by a user with write access. */
const OF_A_BRANCH: readonly string[] = ['push', 'schedule', 'workflow_dispatch', 'repository_dispatch'];
const BRANCH = 'refs/heads/';

/** By the event, which the Git host wrote; it is asked only about a merge queue. */
export async function checkedOut({ event, top, host }: Parts): Promise<Checkout> {
  const commit = (top === undefined ? undefined : await commitAt(top)) ?? '';
  const at = { top, commit };
  if (isForeign(event)) return { ...at, trust: 'foreign', why: 'The pull request comes from a fork' };
  if (event.group !== undefined) return { ...at, ...(await inQueue(event.group, commit, host)) };
  if (commit === '')
    return {
      ...at,
      trust: 'foreign',
      why: 'The files are not in a Git checkout (actions/checkout makes a checkout only if git is installed)',
    };
  return isOfEvent(event, commit)
    ? { ...at, trust: 'confirmed', why: 'It is the commit that the run is about' }
    : { ...at, trust: 'foreign', why: `Commit ${shortOf(commit)} is not the commit that the event is about` };
}

function isOfEvent({ name, ref, sha, pull }: RunEvent, commit: string): boolean {
  if (pull !== undefined)
    return commit === pull.headSha || (commit === sha && ref === `refs/pull/${pull.number}/merge`);
  const isBranch = ref.startsWith(BRANCH) && !isQueueBranch(ref.slice(BRANCH.length));
  return isBranch && OF_A_BRANCH.includes(name) && commit === sha;
}

/** A group contains the pull requests before it in the queue: none of them may come from a fork. */
async function inQueue(
  { headSha, base }: MergeGroup,
  commit: string,
  host: () => HostAccess,
): Promise<Pick<Checkout, 'trust' | 'why'>> {
  if (commit !== headSha)
    return {
      trust: 'unclear',
      why: `Commit ${shortOf(commit)} is checked out, and the merge queue is about ${shortOf(headSha)}`,
    };
  try {
    const { github, repository } = host();
    const { pulls, isWhole } = await queuedUpTo(github, repository, base, headSha);
    if (pulls.length === 0 || !isWhole)
      return { trust: 'unclear', why: `Commit ${shortOf(commit)} is not in the merge queue of ${base}` };
    for (const number of pulls) {
      const { isFork } = await pullNumbered(github, repository, number);
      if (isFork) return { trust: 'foreign', why: `Pull request #${number} in the merge queue comes from a fork` };
    }
    return { trust: 'confirmed', why: `It is in the merge queue of ${base}` };
  } catch (error) {
    if (!(error instanceof HostError || error instanceof TransportError || error instanceof UsageError)) throw error;
    return { trust: 'unclear', why: `The Git host does not show the content of the merge queue (${error.message})` };
  }
}
