/** Merges from before the commits that are looked up. Their plans approve nothing, but what one of them made stricter holds. */

import { isBehind } from '../github/branches.ts';
import { closedPulls, type HostPull } from '../github/pulls.ts';
import { type Applied, appliedOf } from './applied.ts';
import type { ApprovalState } from './approvals.ts';
import type { HostAccess } from './run.ts';

export interface Older {
  /** Not applied, newest first. */
  readonly merges: readonly { readonly pull: HostPull; readonly approval: undefined }[];
  /** Whether one of them had a plan. */
  readonly isPlanned: boolean;
  /** Where a merge may be missing, each by a commit: whatever of the branch contains that contains the merge. */
  readonly gaps: readonly string[];
}

export const NONE_OLDER: Older = { merges: [], isPlanned: false, gaps: [] };

/** Three requests each. */
const MOST_OLDER = 30;

interface Found extends Older {
  /** Of which everything is applied. */
  readonly applied: readonly Applied[];
}

interface Before {
  readonly branch: string;
  /** A commit of it, or its name: what contains that contains every merge. */
  readonly from: string;
  readonly waiting: readonly HostPull[];
  readonly applied: readonly HostPull[];
  stateOf(pull: HostPull): Promise<ApprovalState>;
}

/** Named by the host, as the commits that a merge brought may be anywhere behind the others. It dates merges itself. */
export async function olderMerges(
  { github, repository }: HostAccess,
  { branch, from, waiting, applied, stateOf }: Before,
): Promise<Found> {
  const { pulls, wholeSince = Number.NEGATIVE_INFINITY } = await closedPulls(github, repository, branch);
  const merged = pulls
    .flatMap((pull) => {
      const { mergedAt, mergeSha } = pull;
      return mergedAt === undefined || mergeSha === undefined || mergedAt <= wholeSince
        ? []
        : [{ pull, mergedAt, mergeSha }];
    })
    .toSorted((one, other) => other.mergedAt - one.mergedAt);
  const over = [...applied];
  const found: HostPull[] = [];
  const ended: Applied[] = [];
  let isPlanned = false;
  const older = (gaps: Older['gaps']) => ({
    merges: found.map((pull) => ({ pull, approval: undefined })),
    isPlanned,
    gaps,
    applied: ended,
  });
  let back = from;
  let looked = 0;
  for (const { pull, mergeSha } of merged) {
    const isKnown = [...waiting, ...over].some(({ number }) => number === pull.number);
    if (!isKnown) {
      for (const { mergeSha: head } of over) {
        const isBefore = head !== undefined && (await isBehind(github, repository, { head, commit: mergeSha }));
        if (isBefore) return older([]);
      }
      looked += 1;
      if (looked > MOST_OLDER) return older([back]);
      const state = await stateOf(pull);
      isPlanned ||= state.plan !== undefined;
      if (state.applied) {
        over.push(pull);
        ended.push(appliedOf(pull, state, mergeSha));
      } else found.push(pull);
    }
    back = mergeSha;
  }
  return older(wholeSince === Number.NEGATIVE_INFINITY ? [] : [back]);
}
