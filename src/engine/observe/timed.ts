/** Times of the account are compared with those of the ledger, so they count only where both clocks agree. */

import type { LiveResource } from '../../model/live.ts';

/** A longer one than a reply takes, and shorter than anything that is concluded from it. */
const AGREE_MS = 60_000;

/** `ahead`: milliseconds by which the clock of the account is, as the reply says. Undefined: nobody knows. */
export function timed(shown: readonly LiveResource[], ahead: number | undefined): readonly LiveResource[] {
  if (ahead !== undefined && Math.abs(ahead) <= AGREE_MS) return shown;
  return shown.map(({ createdAt: _, ...resource }) => resource);
}
