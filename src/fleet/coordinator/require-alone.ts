/** Refuses the start of a rollout while another rollout has its accounts. */

import { UsageError } from '../../errors.ts';
import type { Phase } from '../../model/rollout.ts';
import type { Asking } from '../database/database.ts';
import { overlapping } from '../store/overlap-statement.ts';

/** Throws UsageError `rollout-superseded` or `rollout-under-way`. */
export async function requireAlone(id: string, asking: Asking): Promise<void> {
  const [overlap] = await asking.query(overlapping(id));
  if (overlap === undefined) return;
  const { rollout, phase, newer, accounts } = overlap;
  const its = `${accounts} ${accounts === 1 ? 'account' : 'accounts'} of this rollout`;
  if (newer)
    throw new UsageError(
      'rollout-superseded',
      `Rollout ${rollout} is newer and has ${its}, so this rollout was not started.`,
      {
        hint: 'Abort the newer rollout, or plan the fleet again.',
      },
    );
  throw new UsageError(
    'rollout-under-way',
    `Rollout ${rollout} is ${phase} and has ${its} left to run, so this rollout was not started.`,
    { hint: buildHint(phase) },
  );
}

function buildHint(phase: Phase): string {
  switch (phase) {
    case 'aborted':
      return 'Wait until its running accounts have ended.';
    case 'done':
      return 'Resume it to try its accounts again, or abort it.';
    default:
      return 'Wait until it is done, or abort it.';
  }
}
