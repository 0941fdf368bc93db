/** The commit that is checked out, and whether the Git host proves that it is one of this repository: only then is a token used. */

import { HostError, TransportError, type TrueupError, UsageError } from '../errors.ts';
import { branchAt, defaultHead, isBehind, isQueueBranch } from '../github/branches.ts';
import { pullNumbered } from '../github/pulls.ts';
import { commitAt } from './checkout-commit.ts';
import { shortOf } from './commit-name.ts';
import { type CommittedParts, uncommittedFile } from './committed.ts';
import { isForeign, type MergeGroup, type RunEvent } from './event.ts';
import type { HostAccess } from './host-access.ts';
import { queueProof } from './queue-proof.ts';

export interface CheckedOut {
  /** Folder with `.git`, with links resolved; undefined where the files are in none. */
  readonly top: string | undefined;
  /** Empty if there is none. */
  readonly commit: string;
  /** `unclear`: of the merge queue that the run is to check, and neither proven nor of a fork. It would be merged unchecked. */
  readonly trust: 'proven' | 'unproven' | 'unclear';
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

interface FileParts extends Pick<CommittedParts, 'project' | 'ledger'>, Pick<CheckoutParts, 'event'> {
  readonly host: NonNullable<CheckoutParts['host']>;
}

/** Their `GITHUB_SHA` is the newest commit of the branch that they are about, which somebody with write access pushed. */
const OF_A_BRANCH: readonly string[] = ['push', 'schedule', 'workflow_dispatch', 'repository_dispatch'];
const BRANCH = 'refs/heads/';

/** Without a call where the event itself says it. Never throws for what the Git host answers: what is not proven is not trusted. */
export async function checkedOut({ event, top, host }: CheckoutParts): Promise<CheckedOut> {
  const commit = top === undefined ? undefined : await commitAt(top);
  const at = { top, commit: commit ?? '', byEvent: false };
  if (isForeign(event)) return { ...at, trust: 'unproven', why: 'The pull request comes from a fork' };
  if (commit === undefined) return { ...at, ...(await unchecked(event, host, NO_COMMIT)) };
  if (event.group !== undefined && commit !== event.group.headSha)
    return { ...at, ...(await unchecked(event, host, notOfGroup(commit, event.group))) };
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
export async function withFiles(seen: CheckedOut, { event, host, ...read }: FileParts): Promise<CheckedOut> {
  const { top, commit, trust, byEvent } = seen;
  if (trust !== 'proven' || byEvent || top === undefined) return seen;
  try {
    const path = await uncommittedFile({ ...host(), commit, top, ...read });
    if (path === undefined) return seen;
    return { ...seen, trust: unprovenOf(event.group), why: `${path} is not as in commit ${shortOf(commit)}` };
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    const why = `The Git host does not say which files commit ${shortOf(commit)} has (${withoutStop(error)})`;
    return { ...seen, trust: unprovenOf(event.group), why };
  }
}

/** The payload is the answer of the Git host, too; it says nothing about other commits than its own. */
function eventProof({ name, ref, sha, pull }: RunEvent, commit: string): string | undefined {
  if (pull !== undefined && !pull.isFork) {
    const isOwn = commit === pull.headSha || (commit === sha && ref === `refs/pull/${pull.number}/merge`);
    if (isOwn) return `It is a commit of pull request #${pull.number}`;
  }
  const branch = ref.startsWith(BRANCH) ? ref.slice(BRANCH.length) : undefined;
  if (branch === undefined || isQueueBranch(branch) || !OF_A_BRANCH.includes(name) || commit !== sha) return undefined;
  return `It is the commit of ${branch} that the run is about`;
}

/** Asks until one answer proves it. An answer that did not come proves nothing. */
async function asked(
  { pull, group }: RunEvent,
  commit: string,
  host: () => HostAccess,
): Promise<Pick<CheckedOut, 'trust' | 'why'>> {
  let reason: string | undefined;
  let failure: string | undefined;
  let isFromFork = false;
  const first = pull === undefined ? (group === undefined ? [] : [groupProof(group)]) : [pullProof(pull.number)];
  for (const proof of [...first, defaultProof, branchProof]) {
    try {
      const { isProven, why, isFork = false } = await proof(host(), commit);
      if (isProven) return { trust: 'proven', why };
      reason ??= why;
      isFromFork ||= isFork;
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      failure ??= `The Git host does not say where commit ${shortOf(commit)} comes from (${withoutStop(error)})`;
    }
  }
  const why = [reason, failure].filter((one) => one !== undefined).join('. ');
  return { trust: isFromFork ? 'unproven' : unprovenOf(group), why };
}

/** What a queue checks is merged next, whatever is checked out. */
function unprovenOf(group: MergeGroup | undefined): Exclude<CheckedOut['trust'], 'proven'> {
  return group === undefined ? 'unproven' : 'unclear';
}

/** Where the commit that the run is about is not there. */
async function unchecked(
  { group }: RunEvent,
  host: CheckoutParts['host'],
  why: string,
): Promise<Pick<CheckedOut, 'trust' | 'why'>> {
  if (group === undefined || host === undefined) return { trust: 'unproven', why };
  try {
    const of = await queueProof(host(), group.base, group.headSha);
    if (of.is === 'foreign') return { trust: 'unproven', why: of.why };
  } catch (error) {
    if (!isUnanswered(error)) throw error;
  }
  return { trust: 'unclear', why };
}

function notOfGroup(commit: string, { headSha }: MergeGroup): string {
  return `Commit ${shortOf(commit)} is checked out, and the merge queue is about ${shortOf(headSha)}`;
}

interface Answer {
  readonly isProven: boolean;
  readonly why: string;
  readonly isFork?: boolean;
}

type Proof = (access: HostAccess, commit: string) => Promise<Answer>;

function groupProof({ base }: MergeGroup): Proof {
  return async (access, commit) => {
    const { is, why } = await queueProof(access, base, commit);
    return { isProven: is === 'proven', isFork: is === 'foreign', why };
  };
}

function pullProof(number: number): Proof {
  return async ({ github, repository }, commit) => {
    const { isFork, headSha, mergeSha } = await pullNumbered(github, repository, number);
    if (isFork) return { isProven: false, why: `Pull request #${number} comes from a fork` };
    if (commit === headSha || commit === mergeSha)
      return { isProven: true, why: `It is a commit of pull request #${number}` };
    return { isProven: false, why: `Commit ${shortOf(commit)} is not the newest of pull request #${number}` };
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
