/** Merges from before the commits that are looked up. Their plans approve nothing, but what one of them made stricter holds. */

import { isBehind } from '../github/branches.ts';
import { closedPulls, type HostPull } from '../github/pulls.ts';
import type { ApprovalState } from './approvals.ts';
import type { HostAccess } from './run.ts';

export interface Older {
  /** Not applied, newest first. */
  readonly merges: readonly { readonly pull: HostPull; readonly approval: undefined }[];
  /** Whether one of them had a plan, or was applied. */
  readonly isPlanned: boolean;
  /** Where a merge may be missing, each by a commit: whatever of the branch contains that contains the merge. Undefined where that is unknown. */
  readonly gaps: readonly (string | undefined)[];
}

export const NONE_OLDER: Older = { merges: [], isPlanned: false, gaps: [] };

/** Three requests each. */
const MOST_OLDER = 30;

interface Before {
  readonly branch: string;
  readonly waiting: readonly HostPull[];
  readonly applied: readonly HostPull[];
  stateOf(pull: HostPull): Promise<Pick<ApprovalState, 'plan' | 'applied'>>;
}

/** Named by the host, as the commits that a merge brought may be anywhere behind the others. It dates merges itself. */
export async function olderMerges(
  { github, repository }: HostAccess,
  { branch, waiting, applied, stateOf }: Before,
): Promise<Older> {
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
  let isPlanned = false;
  const older = (gaps: Older['gaps']) => ({
    merges: found.map((pull) => ({ pull, approval: undefined })),
    isPlanned,
    gaps,
  });
  let back: string | undefined;
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
      const { plan, applied: isApplied } = await stateOf(pull);
      isPlanned ||= isApplied || plan !== undefined;
      if (isApplied) over.push(pull);
      else found.push(pull);
    }
    back = mergeSha;
  }
  return older(wholeSince === Number.NEGATIVE_INFINITY ? [] : [back]);
}
