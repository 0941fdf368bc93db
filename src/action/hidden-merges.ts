/**
 * Merges that the history of the files leaves out, as one behind them brought the files of another parent: their plans approve nothing, but
 * what one of them made stricter holds.
 */

import { closedPulls, type HostPull } from '../github/pulls.ts';
import { type Relations, relationsOf } from '../github/relations.ts';
import { newestFirst } from './merge-order.ts';
import type { Older } from './older-merges.ts';
import type { HostAccess, Run } from './run.ts';
import { placesOfCommits, type States } from './states.ts';
import { type Watched, wider } from './touched.ts';

interface Known {
  readonly branch: string;
  /** Commits that no pull request brought: what there was at one of them is known. */
  readonly pushed: readonly string[];
  readonly pulls: readonly HostPull[];
  /** Where something decides what is read now, and what was read before it. */
  readonly places: readonly Watched[];
  /** What was merged before this is settled, in milliseconds since the epoch. */
  readonly since: number;
}

/** Each is read from the Git host: three requests. */
const MOST_HIDDEN = 30;

export type Hidden = Pick<Older, 'merges' | 'gaps'>;

interface Merged {
  readonly pull: HostPull;
  readonly mergeSha: string;
  readonly isKnown: boolean;
}

/**
 * Among the hundred that changed last. Newest first; `gaps` where there are more than anybody made by mistake. Each is compared with the
 * merge right before it: what says the same as an earlier one may have taken back what came between.
 */
export async function hiddenMerges(
  run: Run,
  host: HostAccess,
  { branch, pushed, pulls, places, since }: Known,
): Promise<Hidden> {
  const { github, repository } = host;
  const isSince = ({ mergedAt }: HostPull) => mergedAt !== undefined && mergedAt >= since;
  const closed = (await closedPulls(github, repository, branch)).pulls.filter(isSince);
  const others = closed.filter(({ number }) => pulls.every((pull) => pull.number !== number));
  if (others.length === 0 || places.length === 0) return { merges: [], gaps: [] };
  const merges = [...mergesOf(pulls.filter(isSince), true), ...mergesOf(others, false)];
  const order = (await byDate(host, merges)).toReversed();
  const compared = new Map<string, Watched['what']>();
  const add = ({ path, what }: Watched): boolean => {
    const before = compared.get(path);
    const now = wider(what, before);
    compared.set(path, now);
    return now !== before;
  };
  for (const place of places) add(place);
  const commits = [...pushed, ...order.map(({ mergeSha }) => mergeSha)];
  const relations = relationsOf(github, repository);
  const states = placesOfCommits(run, host, relations, commits);
  const read = new Set<string>();
  const gaps: string[] = [];
  for (;;) {
    await states.compare([...compared].map(([path, what]) => ({ path, what })));
    const changed = (await changedIn(relations, states, { order, pushed })).toReversed();
    const found = changed.slice(0, MOST_HIDDEN);
    let isMore = false;
    for (const { mergeSha } of found.filter((one) => !read.has(one.mergeSha))) {
      read.add(mergeSha);
      const base = await run.at(mergeSha);
      if (base.state === 'read') for (const place of base.places) isMore = add(place) || isMore;
      if (base.state !== 'unreadable') continue;
      if (base.unanswered !== undefined) throw base.unanswered;
      gaps.push(mergeSha);
    }
    if (isMore) continue;
    const more = changed.slice(MOST_HIDDEN, MOST_HIDDEN + 1).map(({ mergeSha }) => mergeSha);
    return { merges: found.map(({ pull }) => ({ pull, approval: undefined })), gaps: [...gaps, ...more] };
  }
}

function mergesOf(pulls: readonly HostPull[], isKnown: boolean): readonly Merged[] {
  return pulls.flatMap((pull) => (pull.mergeSha === undefined ? [] : [{ pull, mergeSha: pull.mergeSha, isKnown }]));
}

/** Newest first. A merge queue merges several at once: only these are asked about. */
async function byDate(host: HostAccess, merges: readonly Merged[]): Promise<readonly Merged[]> {
  const groups = Map.groupBy(merges, ({ pull }) => pull.mergedAt ?? 0);
  const sorted: Merged[] = [];
  for (const [, group] of [...groups].toSorted(([one], [other]) => other - one))
    sorted.push(...(group.length === 1 ? group : await newestFirst(host, group)));
  return sorted;
}

interface Line {
  /** Oldest first. */
  readonly order: readonly Merged[];
  readonly pushed: readonly string[];
}

/** Those that nobody knows and that say something else than what was there before them. Oldest first. */
async function changedIn(relations: Relations, states: States, { order, pushed }: Line): Promise<readonly Merged[]> {
  const changed: Merged[] = [];
  // What came first is where the comparison begins.
  const line: string[] = [];
  for (const one of order) {
    const before = line.at(-1);
    const commit = one.mergeSha;
    const isOther = before !== undefined && !one.isKnown && !(await states.isSame(before, commit));
    if (isOther && !(await relations.isBehind({ head: commit, commit: before }))) {
      if (!(await bringsNothing(relations, states, { line, commit }))) changed.push(one);
      continue;
    }
    line.push(commit);
    if (isOther && !(await states.isPushed({ before, commit }, pushed))) changed.push(one);
  }
  return changed;
}

/**
 * Whether a branch that came with another one has what it began with: the host names its own head as the merge, and the branch that it came
 * to never said that.
 */
async function bringsNothing(
  relations: Relations,
  states: States,
  { line, commit }: { readonly line: readonly string[]; readonly commit: string },
): Promise<boolean> {
  for (const before of line.toReversed()) {
    const base = await relations.mergeBaseOf(before, commit);
    if (base !== commit) return base !== undefined && (await states.isSame(base, commit));
  }
  return false;
}
