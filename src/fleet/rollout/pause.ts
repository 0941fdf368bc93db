/** How long an account that is put off is left alone, where the service does not say it. */

import type { FailedFor } from '../../model/rollout.ts';
import type { Target } from './target.ts';

/** In the queue for the ledger of an app: the account that has it needs no more than its calls take. */
export function queueMs(attempt: number): number {
  return Math.min(FIRST_IN_QUEUE_MS * 2 ** Math.min(attempt - 1, 10), FIRST_MS);
}

const FIRST_IN_QUEUE_MS = 500;
const FIRST_MS = 5_000;
const LAST_MS = 300_000;

/**
 * As long as it has been put off already, so that the time between two attempts doubles. A first conflict is no reason to wait: the next
 * plan sees what changed. One that comes again is.
 */
export function pauseMs(
  { putOffAt, errorKind }: Pick<Target, 'errorKind' | 'putOffAt'>,
  { because, at }: { readonly because: FailedFor; readonly at: number },
): number {
  if (because === 'conflict' && errorKind !== 'conflict') return 0;
  return Math.min(Math.max(FIRST_MS, at - (putOffAt ?? at)), LAST_MS);
}
