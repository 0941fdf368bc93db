/** Refuses a planned call if a name in its addresses means another resource by now. */

import type { Address } from '../../model/address.ts';
import type { PlannedCall } from '../../model/plan.ts';
import { missesOf } from '../observe/aim.ts';
import type { CallResult } from './call-result.ts';
import { conflicting, type NotSent } from './not-sent.ts';
import type { Run } from './run.ts';

/** Undefined for a call that is about what its addresses name. The run knows the names as they were when it began. */
export function missedAim(run: Run, call: PlannedCall): NotSent | undefined {
  const missed = missesOf(run, call, call.covers);
  return missed.length === 0 ? undefined : conflicting(call, missed.map(moved));
}

function moved(address: Address): CallResult {
  const message = 'Not sent: its name stands for something else in the account since the plan.';
  return { address, status: 'conflict', message, hint: 'Create a new plan: it looks the name up again.' };
}
