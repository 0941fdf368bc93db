/** Reduces a batch to some of its resources, for example without properties whose group could not be created. */

import type { Address } from '../../model/address.ts';
import type { PlannedCall } from '../../model/plan.ts';
import type { Run } from './run.ts';

/** Returns undefined if the call cannot be reduced. */
export function reduceCall(run: Run, call: PlannedCall, covers: readonly Address[]): PlannedCall | undefined {
  const [first] = covers;
  const body = first && run.kindOf(first)?.writer.part?.(call, covers);
  if (body === undefined) return undefined;
  const of = (values: PlannedCall['expects']) =>
    Object.fromEntries(covers.map((address) => [address, values[address] ?? null]));
  return { ...call, body, covers, before: of(call.before), expects: of(call.expects), records: of(call.records) };
}
