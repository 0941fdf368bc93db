/** Whose policies a merge has to keep: that of the last one whose policy somebody allowed, and those of whatever it was merged into. */

import { isBehind } from '../github/branches.ts';
import type { Approval } from './approval.ts';
import type { Waiting } from './merged.ts';
import { mergedOver, type Over } from './merged-over.ts';
import type { Policies } from './policies.ts';
import { unreadableDigest } from './policy-digests.ts';
import type { Run } from './run.ts';

export interface PolicyBases {
  /** For each merged plan, by the number of its pull request. */
  readonly before: ReadonlyMap<number, Kept>;
  /** For what is merged next. */
  readonly after: readonly string[];
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

export interface Merged extends Pick<Waiting, 'pull' | 'approval'> {
  /** What it was merged into, where that is known already. */
  readonly over?: string;
}

interface Earlier {
  readonly merged: readonly Merged[];
  /** What came before these, newest first: nothing that one of them made looser counts. */
  readonly older?: readonly Merged[];
  readonly held: readonly string[];
  /** Those of them that tell what became of the merges before them; all, if left out. */
  readonly within?: readonly string[];
}

/**
 * Merges are gone through from the oldest on. One whose plan showed everything that its policy allows beyond what was there before takes
 * the place of that. After any other, what was there before holds as well: nobody allowed that part. What it made stricter holds, too.
 */
export async function policyBases(
  run: Run,
  policies: Policies,
  { merged, older = [], held, within = held }: Earlier,
): Promise<PolicyBases> {
  const before = new Map<number, Kept>();
  let after = held;
  for (const { pull, approval, over: known } of [...merged, ...older].toReversed()) {
    const { number, mergeSha } = pull;
    if (mergeSha === undefined) continue;
    if (approval === undefined && after.length > 0) {
      const kept = await policies.strictest([...after, ...(await readable(policies, [mergeSha]))]);
      // Asked only where it matters.
      const isHeld = kept.includes(mergeSha) && (await isWithin(run, within, mergeSha));
      if (!isHeld) after = kept;
      continue;
    }
    const merge = { number, mergeSha, headSha: pull.headSha, onto: approval?.onto };
    const over: Over = known === undefined ? await mergedOver(run.host(), merge) : { commit: known };
    const into = 'commit' in over && over.commit !== undefined ? [over.commit, ...(over.beside ?? [])] : [];
    const commits = await policies.strictest([...after, ...into]);
    const isAccepted = approval !== undefined && (await isShown(commits, mergeSha, approval, policies));
    if (approval !== undefined) {
      const reason = 'reason' in over ? over.reason : tooMany(number, commits);
      const { onto, allowed = [] } = approval;
      before.set(number, { commits, into: into[0], onto, allowed: isAccepted ? allowed : [], reason });
    }
    after = isAccepted
      ? [await sameOr(mergeSha, commits, policies)]
      : await policies.strictest([...after, ...(await readable(policies, [...into, mergeSha]))]);
  }
  return { before, after };
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
