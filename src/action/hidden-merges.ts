/**
 * Merges that the history of the files leaves out, as one behind them brought the files of another parent: their plans approve nothing, but
 * what one of them made stricter holds.
 */

import { objectIds } from '../github/object-ids.ts';
import { closedPulls, type HostPull } from '../github/pulls.ts';
import type { Older } from './older-merges.ts';
import { readPlaces } from './read-paths.ts';
import type { HostAccess, Run } from './run.ts';

interface Known {
  readonly branch: string;
  /** Commits, or the name of the branch: what there was at one of them is known. */
  readonly commits: readonly string[];
  readonly pulls: readonly HostPull[];
  /** The last one of which everything is applied: older ones are settled with it. */
  readonly applied: HostPull;
}

/** Each of other files is read from the Git host. */
const MOST_HIDDEN = 10;

/** Among the hundred that changed last. Newest first; `gaps` where there are more than anybody made by mistake. */
export async function hiddenMerges(
  run: Run,
  { github, repository }: HostAccess,
  { branch, commits, pulls, applied }: Known,
): Promise<Pick<Older, 'merges' | 'gaps'>> {
  const paths = readPlaces(run);
  const settled = applied.mergedAt ?? Number.POSITIVE_INFINITY;
  const others = (await closedPulls(github, repository, branch)).pulls
    .filter(({ number }) => pulls.every((pull) => pull.number !== number))
    .flatMap((pull) => {
      const { mergedAt = 0, mergeSha } = pull;
      return mergedAt < settled || mergeSha === undefined ? [] : [{ pull, mergedAt, mergeSha }];
    })
    .toSorted((one, other) => other.mergedAt - one.mergedAt);
  if (others.length === 0 || paths.length === 0) return { merges: [], gaps: [] };
  const all = [...new Set([...commits, ...others.map(({ mergeSha }) => mergeSha)])];
  const ids = await objectIds(github, repository, { commits: all, paths });
  const seen = new Set(commits.map((commit) => ids.get(commit)));
  const merges: { readonly pull: HostPull; readonly approval: undefined }[] = [];
  for (const { pull, mergeSha } of others) {
    const found = ids.get(mergeSha);
    if (seen.has(found)) continue;
    seen.add(found);
    if (merges.length === MOST_HIDDEN) return { merges, gaps: [mergeSha] };
    merges.push({ pull, approval: undefined });
  }
  return { merges, gaps: [] };
}
