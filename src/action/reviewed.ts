/** What was reviewed: a digest from an input or a saved plan, or the plans of the pull requests that are merged and not yet applied. */

import type { Head } from '../github/branches.ts';
import { pullNumbered, pullsOf } from '../github/pulls.ts';
import type { Reconciler } from '../index.ts';
import type { Applied } from './applied.ts';
import { editedMarks } from './edited-marks.ts';
import { givenDigest } from './given-digest.ts';
import { mergedSince, type Waiting } from './merged.ts';
import { NONE_OLDER, type Older } from './older-merges.ts';
import type { Kept } from './policy-bases.ts';
import { recordedIn } from './recorded.ts';
import type { Run } from './run.ts';
import { supersededIn } from './superseded.ts';

export interface Reviewed {
  /** From an input: it takes the place of what was merged. */
  readonly given: string | undefined;
  /** Merged and not yet applied, newest first: an apply of everything uses all of them up. */
  readonly merged: readonly Waiting[];
  /** Those whose plans decide what is applied. */
  readonly waiting: readonly Waiting[];
  /** Why the plan of one of them approves nothing any more, by its number. */
  readonly superseded: ReadonlyMap<number, string>;
  /** Commit of the newest merge with an approved plan, applied or not. */
  readonly passed: string | undefined;
  /** The newest before them of which everything is applied. */
  readonly applied: Applied | undefined;
  /** Commits whose policies hold for what is merged next: those of the last apply, or of this one once that is decided. */
  readonly held: readonly string[];
  /** No plan for the account was ever merged and applied, once that is decided. */
  readonly isFirst: boolean;
  /** What each merged plan has to keep, by the number of its pull request, once that is decided. */
  readonly before: ReadonlyMap<number, Kept>;
  /** Which these are was not found. */
  readonly heldUnknown: boolean;
  /** Commits that no pull request brought, not applied either. */
  readonly pushed: readonly string[];
  /** What was merged before those that are looked up. */
  readonly older: Older;
  /** The plan of the commit's pull request is applied already: its approval is used up. */
  readonly isUsed: boolean;
  /** Where the outcome is reported, the pull request of the commit first. */
  readonly pulls: readonly number[];
  /** What looks like an approval and counts for nothing. */
  readonly notices: readonly string[];
}

const NOTHING = {
  ...{
    merged: [],
    waiting: [],
    superseded: new Map<number, string>(),
    passed: undefined,
    applied: undefined,
    held: [],
    isFirst: false,
    before: new Map<number, Kept>(),
    heldUnknown: false,
    pushed: [],
    older: NONE_OLDER,
    isUsed: false,
  },
  ...{ pulls: [], notices: [] },
} as const;

/** Asked whatever the input `comment` says: that decides about comments alone. `head`: of the default branch. Whatever started the run, apply works from that, and an approval stands against what it says since. */
export async function reviewedFor(
  run: Run,
  account: string,
  reconciler: Pick<Reconciler, 'ledger'>,
  { branch, commit }: Head,
): Promise<Reviewed> {
  const given = await givenDigest(run, account);
  const ours = await ownPull(run);
  const pulls = ours === undefined ? [] : [ours.number];
  // The plan of an open pull request is not reviewed yet: merging approves it.
  if (run.event.pull?.isMerged === false) return { ...NOTHING, given, pulls };
  const host = run.host();
  const own = run.checkout.commit === '' ? run.event.sha : run.checkout.commit;
  const from = { from: commit, branch, own, ...recordedIn(reconciler) };
  const since = await mergedSince(run, host, account, from);
  const { waiting, applied, notices, cut, heldUnknown, pushed, older } = since;
  const held = applied?.held ?? [];
  const planned = waiting.filter(({ approval }) => approval !== undefined).map(({ pull }) => pull.number);
  const told = [...new Set([...pulls, ...planned])];
  if (run.inputs.review === 'none') {
    // Where no plan is reviewed, there may never have been one: a push is compared with what was there before it.
    const isPlanned = applied !== undefined || planned.length > 0 || older.isPlanned;
    const unlooked = isPlanned ? { heldUnknown, pushed, older } : {};
    return { ...NOTHING, given, merged: waiting, applied, held, ...unlooked, pulls: told };
  }
  const spent = [applied?.pull, ...waiting.filter(({ isSpent }) => isSpent).map(({ pull }) => pull)];
  const isUsed = ours !== undefined && spent.some((pull) => pull?.number === ours.number);
  const passed = (waiting.find(({ approval }) => approval !== undefined) ?? applied)?.pull.mergeSha;
  const edited = given === undefined ? await editedMarks(run, host, account, waiting) : [];
  const unseen = given === undefined && cut !== undefined ? [cut] : [];
  return {
    given,
    merged: waiting,
    waiting,
    superseded: given === undefined ? await supersededIn(run, host, waiting, { branch, commit }) : new Map(),
    passed,
    applied,
    held,
    isFirst: NOTHING.isFirst,
    before: NOTHING.before,
    heldUnknown,
    isUsed,
    pulls: told,
    pushed,
    older,
    notices: [...notices, ...edited, ...unseen],
  };
}

export function numbered(pulls: readonly number[]): string {
  return pulls.map((pull) => `#${pull}`).join(', ');
}

/** The pull request that the run is about, from its commit alone. */
export async function pullOf(run: Run): Promise<number | undefined> {
  return (await ownPull(run))?.number;
}

/** Of the run's commit, whether it was started by the merge or by its push. */
async function ownPull(run: Run) {
  const { event } = run;
  const { github, repository } = run.host();
  if (event.pull !== undefined) return pullNumbered(github, repository, event.pull.number);
  const pulls = await pullsOf(github, repository, event.sha);
  return pulls.find(({ mergedAt, mergeSha }) => mergedAt !== undefined && mergeSha === event.sha);
}
