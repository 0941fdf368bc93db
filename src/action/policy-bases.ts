/** Whose policies a merge has to keep: that of the last one whose policy somebody allowed, and those of whatever it was merged into. */

import { looseningText, type Plan, type Reconciler } from '../index.ts';
import type { Approval } from './approval.ts';
import { baseBefore } from './base-commit.ts';
import { compared } from './former-policy.ts';
import type { Waiting } from './merged.ts';
import { mergedOver } from './merged-over.ts';
import type { Base, Run } from './run.ts';
import { termsDigest } from './terms-digest.ts';

export interface PolicyBases {
  /** For each merged plan, by the number of its pull request. */
  readonly before: ReadonlyMap<number, Kept>;
  /** For what is merged next. */
  readonly after: readonly string[];
  /** The run with what this commit says as its base. */
  at(commit: string): Run;
}

export interface Kept {
  /** Commits whose policies hold. */
  readonly commits: readonly string[];
  /** Of these, what it was merged into, where that is not what it was planned on top of. */
  readonly into: string | undefined;
  /** Digests of the policies that its plan may be looser than: somebody allowed that, and what was merged is what was shown then. */
  readonly allowed: readonly string[];
  /** Why what it was merged into is not known, as a sentence. */
  readonly reason: string | undefined;
}

/** Each is read from the Git host. */
const MOST_HELD = 10;

interface Merged extends Pick<Waiting, 'pull' | 'approval'> {
  /** What it was merged into, where that is known already. */
  readonly over?: string;
}

interface Former {
  /** Digest of what it allows. */
  readonly terms: string | undefined;
  /** What is looser by now, in words. */
  readonly texts: ReadonlySet<string>;
}

/** The policy that this commit says; undefined where that cannot be read. */
type Policies = (commit: string) => Promise<Former | undefined>;

/**
 * Merges are gone through from the oldest on. One whose plan showed everything that makes the policy looser by now takes the place of
 * what was before it. After any other, what was before it holds as well: nobody allowed that part. What it made stricter holds, too.
 */
export async function policyBases(
  run: Run,
  reconciler: Reconciler,
  plan: Plan,
  { merged, held }: { readonly merged: readonly Merged[]; readonly held: readonly string[] },
): Promise<PolicyBases> {
  const bases = new Map<string, Promise<Base>>();
  const at = (commit: string): Run => {
    const base = bases.get(commit) ?? baseBefore(run, commit);
    bases.set(commit, base);
    return { ...run, base: () => base };
  };
  const policies: Policies = (commit) => formerPolicy(at(commit), reconciler, plan);
  const before = new Map<number, Kept>();
  let after = held;
  for (const { pull, approval, over: known } of merged.toReversed()) {
    const { number, mergeSha } = pull;
    if (mergeSha === undefined) continue;
    if (approval === undefined && after.length > 0) {
      after = await distinct([...after, mergeSha], policies);
      continue;
    }
    const merge = { number, mergeSha, onto: approval?.onto };
    const over = known === undefined ? await mergedOver(run.host(), merge) : { commit: known };
    const commit = 'commit' in over ? over.commit : undefined;
    const into = commit === approval?.onto ? undefined : commit;
    const commits = await distinct([...after, ...(into === undefined ? [] : [into])], policies);
    const reason = 'reason' in over ? over.reason : tooMany(number, commits);
    const allowed = approval === undefined ? [] : await allowedBy(approval, mergeSha, policies);
    if (approval !== undefined) before.set(number, { commits, into, allowed, reason });
    const isAccepted = approval !== undefined && (await isShown({ commits, into, allowed }, approval, policies));
    after = isAccepted ? [mergeSha] : await distinct([...commits, mergeSha], policies);
  }
  return { before, after, at };
}

async function formerPolicy(run: Run, reconciler: Reconciler, plan: Plan): Promise<Former | undefined> {
  const base = await run.base();
  if (base.state === 'none') return { terms: undefined, texts: new Set() };
  const found = await compared(run, reconciler, plan, base);
  if ('reason' in found) return undefined;
  return { terms: termsDigest(found.all), texts: new Set(found.loosenings.map(looseningText)) };
}

async function allowedBy({ allowed }: Approval, mergeSha: string, policies: Policies): Promise<readonly string[]> {
  if (allowed === undefined) return [];
  return (await policies(mergeSha))?.terms === allowed.policy ? allowed.over : [];
}

function tooMany(number: number, { length }: readonly string[]): string | undefined {
  return length > MOST_HELD
    ? `More than ${MOST_HELD} policies that nobody allowed came before #${number} was merged.`
    : undefined;
}

/** Without those that say the same as an earlier one. What is no looser today may be so tomorrow: that alone makes none of them the same. */
async function distinct(commits: readonly string[], policies: Policies): Promise<readonly string[]> {
  if (commits.length < 2) return commits;
  const found = new Map<string, string>();
  for (const commit of commits) {
    const policy = await policies(commit);
    const key = policy?.terms ?? commit;
    if (!found.has(key)) found.set(key, commit);
  }
  return [...found.values()];
}

/** Whether the plan said all of what is looser by now than these, or somebody allowed that. */
async function isShown(
  { commits, into, allowed }: Pick<Kept, 'commits' | 'into' | 'allowed'>,
  { against }: Approval,
  policies: Policies,
): Promise<boolean> {
  for (const commit of commits) {
    if (commit === against && into === undefined) continue;
    const policy = await policies(commit);
    if (policy === undefined) return false;
    if (policy.texts.size === 0 || allowed.some((terms) => terms === policy.terms)) continue;
    // What came between the plan and the merge is looser than the one alone: the plan said nothing of it.
    for (const known of into === undefined ? [against] : [against, into]) {
      const said = known === undefined ? undefined : (await policies(known))?.texts;
      if (said === undefined || ![...policy.texts].every((text) => said.has(text))) return false;
    }
  }
  return true;
}
