/** Requests the lists that the creates of a plan need, while the run waits for other calls. */

import { canonicalObjectType, isStandardObjectType } from '../../contract/object-types.ts';
import type { Address } from '../../model/address.ts';
import type { Plan, PlannedCall } from '../../model/plan.ts';
import { kindLookup } from '../kind-lookup.ts';
import { type LiveReaderInput, liveReader } from '../observe/reread.ts';
import { type Ahead, sharedReads } from '../observe/shared-reads.ts';
import { isRefusedTwice, restorable, restoresIn } from './archived-look.ts';

/** Requests the lists. The token is verified by then. A call repeats a list that fails. */
export function lookAhead(
  plan: Plan,
  { kinds, reader, clock, signal }: Pick<LiveReaderInput, 'kinds' | 'reader' | 'clock' | 'signal'>,
): Ahead {
  const { kindOf } = kindLookup(kinds);
  const restores = restoresIn(plan);
  const lists = sharedReads(clock);
  let reads = 0;
  const onRead = () => {
    reads += 1;
  };
  const live = liveReader({ kinds, reader, clock, lists, onRead, ...(signal && { signal }) });
  // The run resolves names of custom objects later, so only standard objects can be read now.
  const isStandard = (address: Address): boolean =>
    (kindOf(address)?.objectTypes?.(address) ?? []).every((type) => isStandardObjectType(canonicalObjectType(type)));
  const addresses = plan.calls.filter(createsAll).flatMap((call) => restorable(call, { kindOf, restores }));
  live.archived(addresses.filter(isStandard)).catch(() => undefined);
  return { lists, reads };
}

function createsAll(call: PlannedCall): boolean {
  return isRefusedTwice(call) && call.covers.every((address) => (call.before[address] ?? null) === null);
}
