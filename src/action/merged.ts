/** What is merged and not yet applied: from the newest commit that touched the project back to the last one that was applied. */

import { mergedPulls } from '../github/merged-pulls.ts';
import type { HostPull } from '../github/pulls.ts';
import { commitOf } from '../github/tree.ts';
import { terminalLine } from '../report/escape.ts';
import { type Applied, appliedOf } from './applied.ts';
import type { Approval } from './approval.ts';
import { approvalState } from './approvals.ts';
import { shortOf } from './commit-name.ts';
import { type Hidden, hiddenMerges } from './hidden-merges.ts';
import { newestFirst, notBefore } from './merge-order.ts';
import { commitsOver, type Merge, mergedOver, type Over } from './merged-over.ts';
import { NONE_OLDER, type Older, olderMerges } from './older-merges.ts';
import { plannedSince } from './planned-since.ts';
import type { LedgerSays } from './recorded.ts';
import type { HostAccess, Run } from './run.ts';
import { type Since, wayBack } from './way-back.ts';

export interface Waiting {
  readonly pull: HostPull;
  /** Undefined when it was merged without a plan that anybody saw, as from a fork. */
  readonly approval: Approval | undefined;
  /** It was applied as far as the input target went, and approves nothing any more. */
  readonly isSpent: boolean;
  /** Digests of every plan that was published for it, whether or not it counts. */
  readonly published: readonly string[];
  /** What it was merged into. */
  over(): Promise<Over>;
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

interface OfBranch extends Since, LedgerSays {
  /** Pull requests for others do not count. */
  readonly branch: string;
}

/** Two requests each, and more for each push, of the thousand that the token of a workflow has in an hour for all jobs of the repository. */
const MOST_COMMITS = 30;

const CUT = `Only the newest ${MOST_COMMITS} commits that touched files of the project were looked up: what was merged before them and is not applied yet needs a new pull request.`;

function lostText(sha: string, branch: string): string {
  return `Which pull request brought commit ${shortOf(sha)} to ${terminalLine(branch)} was not found, as a hundred others changed after it: what it brought and is not applied yet needs a new pull request.`;
}

export async function mergedSince(run: Run, host: HostAccess, account: string, since: OfBranch): Promise<Merged> {
  const pullsFor = mergedPulls(host.github, host.repository, since.branch);
  const waiting: Waiting[] = [];
  const applied: Applied[] = [];
  const notices: string[] = [];
  const way = await wayBack(run, host, since, MOST_COMMITS);
  /** Which pull requests brought these was not found. */
  const lost: string[] = [];
  const pushed: string[] = [];
  let looked = 0;
  for (let sha = await way.next(); sha !== undefined; sha = await way.next()) {
    looked += 1;
    if (looked > MOST_COMMITS) break;
    const { pulls: merged, isWhole } = await pullsFor(sha);
    if (merged.length === 0) {
      const commit = sha;
      pushed.push(commit);
      way.changed(commit, async () => (await commitOf(host.github, host.repository, commit)).parents);
    }
    if (!isWhole) lost.push(sha);
    const isKnown = ({ number }: HostPull) => [...waiting, ...applied].some(({ pull }) => pull.number === number);
    for (const pull of merged.filter((one) => !isKnown(one))) {
      const state = await approvalState(run, host, account, pull);
      notices.push(...state.notices);
      const { plan: approval, isSpent, published } = state;
      const { mergeSha = sha } = pull;
      if (state.applied) {
        applied.push(appliedOf(pull, state, mergeSha));
        await way.settle(mergeSha);
      } else {
        const over = overOf(host, pull, { mergeSha, onto: approval?.onto });
        waiting.push({ pull, approval, isSpent, published, over });
        way.changed(sha, async () => commitsOver(await over()));
      }
    }
  }
  const isCut = looked > MOST_COMMITS;
  const gaps = lost.filter((sha) => !way.isSettled(sha));
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
  const findHidden = async (): Promise<Hidden> => {
    const found = await hiddenMerges(run, host, {
      branch: since.branch,
      pushed,
      pulls: [...waiting, ...applied].map(({ pull }) => pull),
      places: way.places(),
      since: last?.pull.mergedAt ?? Number.NEGATIVE_INFINITY,
    });
    if (last !== undefined || found.merges.length === 0 || (await since.isHeld())) return found;
    const isPlanned = async (pull: HostPull) => (await approvalState(run, host, account, pull)).plan !== undefined;
    const planned = waiting.flatMap(({ pull, approval }) => (approval === undefined ? [] : [pull]));
    return plannedSince(found, planned, isPlanned);
  };
  const hidden = isCut ? NONE_OLDER : await findHidden();
  return {
    waiting: await newestFirst(host, await notBefore(host, waiting, applied)),
    applied: last,
    notices,
    cut: cut.length === 0 ? undefined : cut.join(' '),
    heldUnknown: last?.heldUnknown ?? isCut,
    pushed: pushed.filter((sha) => !way.isSettled(sha)),
    older: {
      ...older,
      isPlanned: older.isPlanned || hidden.merges.length > 0,
      merges: [...older.merges, ...hidden.merges],
      gaps: [...older.gaps, ...hidden.gaps, ...gaps, ...way.unread()],
    },
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

/** Asked once, and not before somebody needs it. */
function overOf(host: HostAccess, { number, headSha }: HostPull, merge: Pick<Merge, 'mergeSha' | 'onto'>) {
  let known: Promise<Over> | undefined;
  return () => {
    known ??= mergedOver(host, { number, headSha, ...merge });
    return known;
  };
}
