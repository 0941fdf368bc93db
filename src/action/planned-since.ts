/** Which of the merges that the history leaves out have something to keep, where nothing was applied: those from the first plan on. */

import type { HostPull } from '../github/pulls.ts';
import type { Hidden } from './hidden-merges.ts';

/** `planned`: those that are known. What came before them is asked about. */
export async function plannedSince(
  { merges, gaps }: Hidden,
  planned: readonly HostPull[],
  isPlanned: (pull: HostPull) => Promise<boolean>,
): Promise<Hidden> {
  const first = Math.min(...planned.flatMap(({ mergedAt }) => mergedAt ?? []));
  for (const [at, { pull }] of [...merges.entries()].toReversed()) {
    const isSince = pull.mergedAt !== undefined && pull.mergedAt >= first;
    if (isSince || (await isPlanned(pull))) return { merges: merges.slice(0, at + 1), gaps };
  }
  return { merges: [], gaps: [] };
}
