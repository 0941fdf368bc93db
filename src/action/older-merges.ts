/** Merges from before the commits that are looked up. Their plans approve nothing, but what one of them made stricter holds. */

import { isBehind } from '../github/branches.ts';
import { CLOSED_PAGE, closedPulls, type HostPull } from '../github/pulls.ts';
import type { HostAccess } from './run.ts';

export interface Older {
  /** Not applied, newest first. */
  readonly merges: readonly { readonly pull: HostPull; readonly approval: undefined }[];
  /** Whether none is missing up to the last one that was applied. */
  readonly isWhole: boolean;
  /** Commit of the oldest merge that was looked at: none is missing that came after it. */
  readonly back: string | undefined;
}

export const NONE_OLDER: Older = { merges: [], isWhole: true, back: undefined };

/** Three requests each. */
const MOST_OLDER = 30;

interface Before {
  readonly branch: string;
  readonly waiting: readonly HostPull[];
  readonly applied: readonly HostPull[];
  isApplied(pull: HostPull): Promise<boolean>;
}

/** Named by the host, as the commits that a merge brought may be anywhere behind the others. It dates merges itself. */
export async function olderMerges(
  { github, repository }: HostAccess,
  { branch, waiting, applied, isApplied }: Before,
): Promise<Older> {
  const closed = await closedPulls(github, repository, branch);
  const isAll = closed.length < CLOSED_PAGE;
  // What was merged earlier than the one that changed longest ago may be missing.
  const since = isAll ? 0 : Math.min(...closed.map(({ updatedAt }) => updatedAt ?? Number.POSITIVE_INFINITY));
  const merged = closed
    .flatMap((pull) => {
      const { mergedAt, mergeSha } = pull;
      return mergedAt === undefined || mergeSha === undefined || mergedAt < since ? [] : [{ pull, mergedAt, mergeSha }];
    })
    .toSorted((one, other) => other.mergedAt - one.mergedAt);
  const over = [...applied];
  const found: HostPull[] = [];
  const merges = () => found.map((pull) => ({ pull, approval: undefined }));
  let back: string | undefined;
  let looked = 0;
  for (const { pull, mergeSha } of merged) {
    const isKnown = [...waiting, ...over].some(({ number }) => number === pull.number);
    if (!isKnown) {
      for (const { mergeSha: head } of over) {
        const isBefore = head !== undefined && (await isBehind(github, repository, { head, commit: mergeSha }));
        if (isBefore) return { merges: merges(), isWhole: true, back: mergeSha };
      }
      looked += 1;
      if (looked > MOST_OLDER) return { merges: merges(), isWhole: false, back };
      if (await isApplied(pull)) over.push(pull);
      else found.push(pull);
    }
    back = mergeSha;
  }
  return { merges: merges(), isWhole: isAll, back };
}
