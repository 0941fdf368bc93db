/** The commit that is checked out, and whether the Git host proves that it is one of this repository: only then is a token used. */

import { HostError, TransportError, type TrueupError, UsageError } from '../errors.ts';
import { branchAt, defaultHead, headOf, isBehind, isQueueBranch } from '../github/branches.ts';
import { queuedUpTo, queueOf } from '../github/commits.ts';
import { type HostPull, pullNumbered } from '../github/pulls.ts';
import { commitOf } from '../github/tree.ts';
import { commitAt } from './checkout-commit.ts';
import { type CommittedParts, uncommittedFile } from './committed.ts';
import { isForeign, type MergeGroup, type RunEvent } from './event.ts';
import type { HostAccess } from './host-access.ts';

export interface CheckedOut {
  /** Folder with `.git`, with links resolved; undefined where the files are in none. */
  readonly top: string | undefined;
  /** Empty if there is none. */
  readonly commit: string;
  readonly trust: 'proven' | 'unproven';
  /** Whether the event that started the run is the proof. */
  readonly byEvent: boolean;
  /** A clause without a full stop. */
  readonly why: string;
}

export interface CheckoutParts extends Pick<CheckedOut, 'top'> {
  readonly event: RunEvent;
  /** Throws UsageError when there is no token or no repository. Undefined if nobody is to be asked. */
  readonly host: (() => HostAccess) | undefined;
}

/** Their `GITHUB_SHA` is the newest commit of the branch that they are about, which somebody with write access pushed. */
const OF_A_BRANCH: readonly string[] = ['push', 'schedule', 'workflow_dispatch', 'repository_dispatch'];
const BRANCH = 'refs/heads/';

/** Without a call where the event itself says it. Never throws for what the Git host answers: what is not proven is not trusted. */
export async function checkedOut({ event, top, host }: CheckoutParts): Promise<CheckedOut> {
  const commit = top === undefined ? undefined : await commitAt(top);
  const at = { top, commit: commit ?? '', byEvent: false };
  if (isForeign(event)) return { ...at, trust: 'unproven', why: 'The pull request comes from a fork' };
  if (commit === undefined) return { ...at, trust: 'unproven', why: NO_COMMIT };
  const why = eventProof(event, commit);
  if (why !== undefined) return { ...at, trust: 'proven', byEvent: true, why };
  if (host === undefined) return { ...at, trust: 'unproven', why: 'The Git host was not asked' };
  return { ...at, ...(await asked(event, commit, host)) };
}

const NO_COMMIT = 'The files are in no Git checkout (actions/checkout makes one only where git is installed)';

/**
 * The same for what was read. A run that its event does not prove is where workflows bring files of forks: each file must be as in the
 * commit. Where it does, what the steps before made is up to them.
 */
export async function withFiles(
  seen: CheckedOut,
  read: Pick<CommittedParts, 'project' | 'ledger'>,
  host: NonNullable<CheckoutParts['host']>,
): Promise<CheckedOut> {
  const { top, commit, trust, byEvent } = seen;
  if (trust === 'unproven' || byEvent || top === undefined) return seen;
  try {
    const path = await uncommittedFile({ ...host(), commit, top, ...read });
    if (path === undefined) return seen;
    return { ...seen, trust: 'unproven', why: `${path} is not as in commit ${shortOf(commit)}` };
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    const why = `The Git host does not say which files commit ${shortOf(commit)} has (${withoutStop(error)})`;
    return { ...seen, trust: 'unproven', why };
  }
}

/** The payload is the answer of the Git host, too; it says nothing about other commits than its own. */
function eventProof({ name, ref, sha, pull, discussed }: RunEvent, commit: string): string | undefined {
  // The pull request of a comment was asked for; its event says nothing of a commit.
  if (pull !== undefined && !pull.isFork && discussed === undefined) {
    const isOwn = commit === pull.headSha || (commit === sha && ref === `refs/pull/${pull.number}/merge`);
    if (isOwn) return `It is a commit of pull request #${pull.number}`;
  }
  const branch = ref.startsWith(BRANCH) ? ref.slice(BRANCH.length) : undefined;
  if (branch === undefined || isQueueBranch(branch) || !OF_A_BRANCH.includes(name) || commit !== sha) return undefined;
  return `It is the commit of ${branch} that the run is about`;
}

/** Asks until one answer proves it. An answer that did not come proves nothing. */
async function asked(
  { pull, discussed, group, asked: known }: RunEvent,
  commit: string,
  host: () => HostAccess,
): Promise<Pick<CheckedOut, 'trust' | 'why'>> {
  const number = pull?.number ?? discussed;
  let reason: string | undefined;
  let failure: string | undefined;
  const first = number === undefined ? (group === undefined ? [] : [queueProof(group)]) : [pullProof(number, known)];
  for (const proof of [...first, defaultProof, branchProof]) {
    try {
      const { isProven, why } = await proof(host(), commit);
      if (isProven) return { trust: 'proven', why };
      reason ??= why;
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      failure ??= `The Git host does not say where commit ${shortOf(commit)} comes from (${withoutStop(error)})`;
    }
  }
  return { trust: 'unproven', why: [reason, failure].filter((one) => one !== undefined).join('. ') };
}

type Proof = (access: HostAccess, commit: string) => Promise<{ readonly isProven: boolean; readonly why: string }>;

function pullProof(number: number, known: HostPull | undefined): Proof {
  return async ({ github, repository }, commit) => {
    const { isFork, headSha, mergeSha } = known ?? (await pullNumbered(github, repository, number));
    if (isFork) return { isProven: false, why: `Pull request #${number} comes from a fork` };
    if (commit === headSha || commit === mergeSha)
      return { isProven: true, why: `It is a commit of pull request #${number}` };
    return { isProven: false, why: `Commit ${shortOf(commit)} is not the newest of pull request #${number}` };
  };
}

/** The queue merges pull requests before anybody merged them: none of them, up to the branch itself, may come from a fork. */
function queueProof({ base }: MergeGroup): Proof {
  return async ({ github, repository }, commit) => {
    const pulls = queuedUpTo(commit, await queueOf(github, repository, base));
    for (const { pull, sha, base: below } of pulls) {
      // The name of its branch says what it is built on; only the commit itself proves that nothing else is in between.
      const { parents } = await commitOf(github, repository, sha);
      if (parents[0] !== below) return { isProven: false, why: `Commit ${shortOf(sha)} is not what its queue says` };
      const { isFork } = await pullNumbered(github, repository, pull);
      if (isFork) return { isProven: false, why: `Pull request #${pull} in the merge queue comes from a fork` };
    }
    const start = pulls.at(-1)?.base;
    const head = start === undefined ? undefined : await headOf(github, repository, base);
    const isOurs =
      head !== undefined && start !== undefined && (await isBehind(github, repository, { head, commit: start }));
    if (isOurs) return { isProven: true, why: `It is in the merge queue of ${base}` };
    return { isProven: false, why: `Commit ${shortOf(commit)} is not in the merge queue of ${base}` };
  };
}

const defaultProof: Proof = async ({ github, repository }, commit) => {
  const { branch, commit: head } = await defaultHead(github, repository);
  if (await isBehind(github, repository, { head, commit })) return { isProven: true, why: `It is on ${branch}` };
  return { isProven: false, why: `Commit ${shortOf(commit)} is on no branch of this repository` };
};

const branchProof: Proof = async ({ github, repository }, commit) => {
  const branch = await branchAt(github, repository, commit);
  if (branch !== undefined) return { isProven: true, why: `It is the newest commit of ${branch}` };
  return { isProven: false, why: `Commit ${shortOf(commit)} is on no branch of this repository` };
};

function isUnanswered(error: unknown): error is TrueupError {
  return error instanceof HostError || error instanceof TransportError || error instanceof UsageError;
}

function withoutStop({ message }: TrueupError): string {
  return message.replace(/\.$/, '');
}

export function shortOf(commit: string): string {
  return commit.slice(0, 12);
}
