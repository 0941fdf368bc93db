/** What is merged and not yet applied: from the newest commit that touched the project back to the last one that was applied. */

import { mergedPulls } from '../github/merged-pulls.ts';
import type { HostPull } from '../github/pulls.ts';
import { terminalLine } from '../report/escape.ts';
import { type Applied, appliedOf } from './applied.ts';
import type { Approval } from './approval.ts';
import { approvalState } from './approvals.ts';
import { shortOf } from './commit-name.ts';
import type { Recorded } from './gone-files.ts';
import { newestFirst, notBefore } from './merge-order.ts';
import { NONE_OLDER, type Older, olderMerges } from './older-merges.ts';
import type { HostAccess, Run } from './run.ts';
import { type Touching, touchingCommits, touchingPaths } from './touching.ts';

export interface Waiting {
  readonly pull: HostPull;
  /** Undefined when it was merged without a plan that anybody saw, as from a fork. */
  readonly approval: Approval | undefined;
  /** It was applied as far as the input target went, and approves nothing any more. */
  readonly isSpent: boolean;
  /** Digests of every plan that was published for it, whether or not it counts. */
  readonly published: readonly string[];
}

export interface Merged {
  /** Newest first. */
  readonly waiting: readonly Waiting[];
  /** The newest of which everything is applied: what it approved is used up. */
  readonly applied: Applied | undefined;
  readonly notices: readonly string[];
  /** What is older was not looked up, as a sentence: it may wait as well, and counts as not reviewed. */
  readonly cut: string | undefined;
  /** Which policies hold for what is merged next was not found. */
  readonly heldUnknown: boolean;
  /** Commits that no pull request brought, not applied either. */
  readonly pushed: readonly string[];
  /** What is older than that. */
  readonly older: Older;
}

interface Since {
  /** A commit or the name of a branch. */
  readonly from: string;
  /** Pull requests for others do not count. */
  readonly branch: string;
  /** A commit on the way that counts also when it touches nothing. */
  readonly own?: string;
  /** Of another project than that of the run, from the top of the repository. */
  readonly paths?: readonly string[];
  /** What the ledger knows of files that may be gone. */
  readonly recorded: Recorded;
}

/** Two requests each, and more for each push, of the thousand that the token of a workflow has in an hour for all jobs of the repository. */
const MOST_COMMITS = 30;

const CUT = `Only the newest ${MOST_COMMITS} commits that touched files of the project were looked up: what was merged before them and is not applied yet needs a new pull request.`;

function lostText(sha: string, branch: string): string {
  return `Which pull request brought commit ${shortOf(sha)} to ${terminalLine(branch)} was not found, as a hundred others changed after it: what it brought and is not applied yet needs a new pull request.`;
}

export async function mergedSince(run: Run, host: HostAccess, account: string, since: Since): Promise<Merged> {
  const pullsFor = mergedPulls(host.github, host.repository, since.branch);
  const waiting: Waiting[] = [];
  const applied: Applied[] = [];
  const notices: string[] = [];
  // Whatever was merged before was part of what was applied.
  const settled = new Set<string>();
  const touching =
    since.paths === undefined
      ? touchingCommits(run, host, { most: MOST_COMMITS, recorded: since.recorded })
      : touchingPaths(host, since.paths);
  /** Which pull requests brought these was not found. */
  const lost: string[] = [];
  const pushed: string[] = [];
  let looked = 0;
  for (const sha of await commitsBack(since, touching)) {
    if (settled.has(sha)) continue;
    looked += 1;
    if (looked > MOST_COMMITS) break;
    const { pulls: merged, isWhole } = await pullsFor(sha);
    if (merged.length === 0) pushed.push(sha);
    if (!isWhole) lost.push(sha);
    const isKnown = ({ number }: HostPull) => [...waiting, ...applied].some(({ pull }) => pull.number === number);
    for (const pull of merged.filter((one) => !isKnown(one))) {
      const state = await approvalState(run, host, account, pull);
      notices.push(...state.notices);
      const { plan: approval, isSpent, published } = state;
      if (!state.applied) waiting.push({ pull, approval, isSpent, published });
      else {
        const { mergeSha = sha } = pull;
        applied.push(appliedOf(pull, state, mergeSha));
        for (const one of await touching(mergeSha)) settled.add(one);
      }
    }
  }
  const isCut = looked > MOST_COMMITS;
  const gaps = lost.filter((sha) => !settled.has(sha));
  const cut = [...(isCut ? [CUT] : []), ...gaps.slice(0, 1).map((sha) => lostText(sha, since.branch))];
  const { applied: ended, ...older } = isCut
    ? await olderMerges(host, {
        branch: since.branch,
        from: since.from,
        waiting: waiting.map(({ pull }) => pull),
        applied: applied.map(({ pull }) => pull),
        stateOf: (pull) => approvalState(run, host, account, pull),
      })
    : { ...NONE_OLDER, applied: [] };
  applied.push(...ended);
  const [last] = await newestFirst(host, applied);
  return {
    waiting: await newestFirst(host, await notBefore(host, waiting, applied)),
    applied: last,
    notices,
    cut: cut.length === 0 ? undefined : cut.join(' '),
    heldUnknown: last?.heldUnknown ?? isCut,
    pushed: pushed.filter((sha) => !settled.has(sha)),
    older: { ...older, gaps: [...older.gaps, ...gaps] },
  };
}

/** Those that change something, as a sentence for every plan. */
export function waitingText({ waiting, cut }: Pick<Merged, 'waiting' | 'cut'>): string | undefined {
  const numbers = waiting.filter(mayChangeSomething).map(({ pull }) => `#${pull.number}`);
  const text = numbers.length === 0 ? undefined : `Merged, not yet applied: ${numbers.join(', ')}.`;
  const texts = [text, cut].filter((one) => one !== undefined);
  return texts.length === 0 ? undefined : texts.join(' ');
}

/** Of what a target left out nobody knows. */
function mayChangeSomething({ approval, isSpent }: Waiting): boolean {
  return approval !== undefined && (isSpent || approval.targeted === true || approval.changes?.length !== 0);
}

/** The commits that are named count also when they touch nothing, as one that merges. */
async function commitsBack({ from, own }: Since, touching: Touching): Promise<ReadonlySet<string>> {
  const all = [...(/^[0-9a-f]{40}$/.test(from) ? [from] : []), ...(await touching(from))];
  if (own === undefined || own === from) return new Set(all);
  const before = [own, ...(await touching(own))];
  return new Set([...all.filter((sha) => !before.includes(sha)), ...before]);
}
