/** Whose policies a merge has to keep: that of the last one whose policy somebody allowed, and those of whatever it was merged into. */

import { isBehind } from '../github/branches.ts';
import type { Approval } from './approval.ts';
import { cameWith } from './came-with.ts';
import { shortOf } from './commit-name.ts';
import { byHostDate } from './merge-order.ts';
import type { Waiting } from './merged.ts';
import { commitsOver } from './merged-over.ts';
import type { Policies } from './policies.ts';
import { unreadableDigest } from './policy-digests.ts';
import { pushedOver } from './pushed-over.ts';
import type { Run } from './run.ts';

export interface PolicyBases {
  /** For each merged plan, by the number of its pull request. */
  readonly before: ReadonlyMap<number, Kept>;
  /** For what is merged next. */
  readonly after: readonly string[];
  /** Why what is merged and has no plan was merged into is not known, as a sentence. */
  readonly unclear: string | undefined;
}

export interface Kept {
  /** Commits whose policies hold. */
  readonly commits: readonly string[];
  /** What it was merged into, where that is known. */
  readonly into: string | undefined;
  /** What it was planned on top of, or the head that was planned where that was checked out. */
  readonly onto: string | undefined;
  /** Digests of what its plan may need: somebody allowed that, and the policy that was merged is what was shown then. */
  readonly allowed: readonly string[];
  /** Why what it was merged into is not known, as a sentence. */
  readonly reason: string | undefined;
}

/** Each is read from the Git host. */
const MOST_HELD = 10;

/** `over`: left out of what is older, as whatever that was merged into is in the list itself. */
export type Merged = Pick<Waiting, 'pull' | 'approval'> & Partial<Pick<Waiting, 'over'>>;

interface Earlier {
  readonly merged: readonly Merged[];
  /** What is not looked up, newest first: nothing that one of them made looser counts. */
  readonly older?: readonly Merged[];
  /** Commits that no pull request brought: what was there before them holds. */
  readonly pushed?: readonly string[];
  readonly held: readonly string[];
  /** Commits that tell what became of everything before them; those that are held, if left out. */
  readonly within?: readonly string[];
}

/**
 * Merges are gone through from the oldest on. One whose plan showed everything that its policy allows beyond what was there before takes
 * the place of that. After any other, what was there before holds as well: nobody allowed that part. What it made stricter holds, too.
 */
export async function policyBases(
  run: Run,
  policies: Policies,
  { merged, older = [], pushed = [], held, within = held }: Earlier,
): Promise<PolicyBases> {
  const before = new Map<number, Kept>();
  const planned = merged.filter(({ approval }) => approval !== undefined).map(({ pull }) => pull);
  const isKept = held.length > 0 || planned.length > 0;
  const over = await pushedOver(run.host(), isKept ? pushed : [], planned);
  let unclear: string | undefined;
  let after = await withPushed(run, policies, { held, over: over.get(undefined), within });
  const line = byHostDate(merged, older).toReversed();
  for (const [at, one] of line.entries()) {
    const { pull, approval } = one;
    const { number, mergeSha } = pull;
    if (mergeSha === undefined) continue;
    const brought = isKept ? await cameWith(run.host(), one, line.slice(at + 1)) : undefined;
    const into = await mergedInto(brought?.merge ?? one);
    const own = brought === undefined || (await isStricter(policies, mergeSha, brought.base)) ? [mergeSha] : [];
    if (approval === undefined && after.length > 0) {
      const before = brought === undefined ? into.commits : [];
      const kept = await policies.strictest([...after, ...(await readable(policies, [...before, ...own]))]);
      const isNew = into.reason !== undefined || kept.some((commit) => !after.includes(commit));
      // Asked only where it matters.
      if (!isNew || (await isWithin(run, within, mergeSha))) continue;
      after = kept;
      unclear ??= into.reason;
      continue;
    }
    const commits = await policies.strictest([...after, ...into.commits]);
    const isAccepted = approval !== undefined && (await isShown(commits, mergeSha, approval, policies));
    if (approval !== undefined) {
      const reason = into.reason ?? tooMany(number, commits);
      const { onto, allowed = [] } = approval;
      before.set(number, { commits, into: into.commits[0], onto, allowed: isAccepted ? allowed : [], reason });
    }
    const legible = await readable(policies, into.commits);
    // What nobody can read may have been stricter, and nothing that came before it is known.
    if (approval === undefined && after.length === 0 && into.commits.length > legible.length)
      unclear ??= illegible(number, into.commits);
    after =
      isAccepted && brought === undefined
        ? [await sameOr(mergeSha, commits, policies)]
        : await policies.strictest([...after, ...legible, ...(await readable(policies, own))]);
    after = await withPushed(run, policies, { held: after, over: over.get(mergeSha), within });
  }
  return { before, after, unclear };
}

/** Than what it was made on top of. What cannot be compared may be. */
async function isStricter(policies: Policies, commit: string, base: string | undefined): Promise<boolean> {
  const looser = base === undefined ? undefined : await policies.loosened(commit, base);
  return looser === undefined || looser.length > 0;
}

interface Pushes {
  readonly held: readonly string[];
  /** What was there before them. */
  readonly over: readonly string[] | undefined;
  readonly within: readonly string[];
}

async function withPushed(
  run: Run,
  policies: Policies,
  { held, over = [], within }: Pushes,
): Promise<readonly string[]> {
  let after = held;
  for (const commit of held.length === 0 ? [] : over) {
    const kept = await policies.strictest([...after, ...(await readable(policies, [commit]))]);
    const isNew = kept.some((one) => !after.includes(one));
    if (isNew && !(await isWithin(run, within, commit))) after = kept;
  }
  return after;
}

interface Into {
  /** The branch first. */
  readonly commits: readonly string[];
  /** Why it is not known, as a sentence. */
  readonly reason?: string;
}

async function mergedInto({ over }: Merged): Promise<Into> {
  const found = await over?.();
  if (found === undefined) return { commits: [] };
  return { commits: commitsOver(found), ...('reason' in found ? { reason: found.reason } : {}) };
}

function illegible(number: number, [branch]: readonly string[]): string {
  return `The files of commit ${shortOf(branch ?? '')}, which #${number} was merged into, have errors: which policy they had is unknown.`;
}

function tooMany(number: number, { length }: readonly string[]): string | undefined {
  return length > MOST_HELD
    ? `More than ${MOST_HELD} policies that nobody allowed came before #${number} was merged.`
    : undefined;
}

/** Whether the plan showed each thing that the policy of its merge allows and one of these does not. */
async function isShown(
  commits: readonly string[],
  mergeSha: string,
  { shown = [] }: Approval,
  policies: Policies,
): Promise<boolean> {
  const known = new Set(shown);
  for (const commit of commits) {
    const looser = await policies.loosened(commit, mergeSha);
    const isUnreadable = looser === undefined && !(await policies.isReadable(commit));
    const digests = isUnreadable ? [unreadableDigest(commit)] : looser;
    if (!digests?.every((digest) => digest !== undefined && known.has(digest))) return false;
  }
  return true;
}

/** Under another name of the account it may have had a plan: what was held since says what it left. */
export async function isWithin(run: Run, held: readonly string[], commit: string): Promise<boolean> {
  const { github, repository } = run.host();
  for (const head of held) if (await isBehind(github, repository, { head, commit })) return true;
  return false;
}

/** What nobody can read, and nothing was applied from, holds nothing back: whatever is there before it still holds. */
async function readable(policies: Policies, commits: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const commit of commits) if (await policies.isReadable(commit)) found.push(commit);
  return found;
}

/** The commit that is held already, where the merge says the same. */
async function sameOr(mergeSha: string, [first, ...others]: readonly string[], policies: Policies): Promise<string> {
  const isSame = first !== undefined && others.length === 0 && (await policies.sameAs(first, mergeSha));
  return isSame ? first : mergeSha;
}
