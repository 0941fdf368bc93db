/** Whose policies a merge has to keep: that of the last one whose policy somebody allowed, and those of whatever it was merged into. */

import { looseningText, type Plan, type Reconciler } from '../index.ts';
import type { Approval } from './approval.ts';
import { baseBefore } from './base-commit.ts';
import { compared } from './former-policy.ts';
import { mergedOver } from './merged-over.ts';
import type { Reviewed } from './reviewed.ts';
import type { Base, Run } from './run.ts';

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
  /** Why what it was merged into is not known, as a sentence. */
  readonly reason: string | undefined;
}

/** Each is read from the Git host. */
const MOST_HELD = 10;

/** What is looser by now than this commit says, in words; undefined where that cannot be read. */
type Looser = (commit: string) => Promise<ReadonlySet<string> | undefined>;

/**
 * Merges are gone through from the oldest on. One whose plan showed everything that makes the policy looser by now takes the place of
 * what was before it. After any other, what was before it holds as well: nobody allowed that part.
 */
export async function policyBases(
  run: Run,
  reconciler: Reconciler,
  plan: Plan,
  { merged, held }: Pick<Reviewed, 'merged' | 'held'>,
): Promise<PolicyBases> {
  const bases = new Map<string, Promise<Base>>();
  const at = (commit: string): Run => {
    const base = bases.get(commit) ?? baseBefore(run, commit);
    bases.set(commit, base);
    return { ...run, base: () => base };
  };
  const looser: Looser = async (commit) => looserThan(at(commit), reconciler, plan);
  const before = new Map<number, Kept>();
  let after = held;
  for (const { pull, approval } of merged.toReversed()) {
    const { number, mergeSha } = pull;
    if (mergeSha === undefined || (approval === undefined && after.length > 0)) continue;
    const over = await mergedOver(run.host(), { number, mergeSha, onto: approval?.onto });
    const commit = 'commit' in over ? over.commit : undefined;
    const into = commit === approval?.onto ? undefined : commit;
    const commits = await distinct([...after, ...(into === undefined ? [] : [into])], looser);
    const reason = 'reason' in over ? over.reason : tooMany(number, commits);
    if (approval !== undefined) before.set(number, { commits, into, reason });
    const isAccepted = approval !== undefined && (await isShown(commits, approval, looser));
    after = isAccepted ? [mergeSha] : commits.slice(0, MOST_HELD);
  }
  return { before, after, at };
}

async function looserThan(run: Run, reconciler: Reconciler, plan: Plan): Promise<ReadonlySet<string> | undefined> {
  const base = await run.base();
  if (base.state === 'none') return new Set();
  const found = await compared(run, reconciler, plan, base);
  return 'reason' in found ? undefined : new Set(found.loosenings.map(looseningText));
}

function tooMany(number: number, { length }: readonly string[]): string | undefined {
  return length > MOST_HELD
    ? `More than ${MOST_HELD} policies that nobody allowed came before #${number} was merged.`
    : undefined;
}

/** Without those against which the same is looser as against an earlier one. */
async function distinct(commits: readonly string[], looser: Looser): Promise<readonly string[]> {
  if (commits.length < 2) return commits;
  const found = new Map<string, string>();
  for (const commit of commits) {
    const texts = await looser(commit);
    const key = texts === undefined ? commit : JSON.stringify([...texts].toSorted());
    if (!found.has(key)) found.set(key, commit);
  }
  return [...found.values()];
}

/** Whether the plan said all of what is looser by now than these. */
async function isShown(commits: readonly string[], { against }: Approval, looser: Looser): Promise<boolean> {
  for (const commit of commits) {
    if (commit === against) continue;
    const texts = await looser(commit);
    if (texts === undefined) return false;
    if (texts.size === 0) continue;
    const said = against === undefined ? undefined : await looser(against);
    if (said === undefined || ![...texts].every((text) => said.has(text))) return false;
  }
  return true;
}
