/** Whether the names in addresses still stand for the ids that a call was planned with: a label can be renamed, an object made anew. */

import type { ApiCall } from '../../contract/calls.ts';
import type { Address } from '../../model/address.ts';
import type { Intention } from '../../model/ledger.ts';
import type { PlannedCall } from '../../model/plan.ts';
import type { CallResult } from './call-result.ts';
import { conflicting, type NotSent } from './not-sent.ts';
import type { Run } from './run.ts';

/** Undefined for a call that is about what its addresses name. The run knows the names as they were when it began. */
export function missedAim(run: Run, call: PlannedCall): NotSent | undefined {
  const missed = missesOf(run, call, call.covers);
  return missed.length === 0 ? undefined : conflicting(call, missed.map(moved));
}

export function isMoved(run: Run, { call, covers }: Intention): boolean {
  return missesOf(run, call, covers).length > 0;
}

function missesOf(run: Run, call: ApiCall, covers: readonly Address[]): readonly Address[] {
  const byKind = Map.groupBy(covers, (address) => run.kindOf(address));
  return [...byKind].flatMap(([kind, own]) => kind?.writer.misses?.(call, own) ?? []);
}

function moved(address: Address): CallResult {
  const message = 'Not sent: its name stands for something else in the account since the plan.';
  return { address, status: 'conflict', message, hint: 'Create a new plan: it looks the name up again.' };
}
