/** A batch for some of its resources alone: without inputs whose group, say, could not be created. */

import type { Address } from '../../model/address.ts';
import type { PlannedCall } from '../../model/plan.ts';
import type { Run } from './run.ts';

/** Undefined where the call is made whole or not at all. */
export function partOf(run: Run, call: PlannedCall, covers: readonly Address[]): PlannedCall | undefined {
  const [first] = covers;
  const body = first && run.kindOf(first)?.writer.part?.(call, covers);
  if (body === undefined) return undefined;
  const of = (values: PlannedCall['expects']) =>
    Object.fromEntries(covers.map((address) => [address, values[address] ?? null]));
  return { ...call, body, covers, before: of(call.before), expects: of(call.expects), records: of(call.records) };
}
