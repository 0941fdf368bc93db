/**
 * The read before a create that the service would accept although the name is archived: the create would restore the archived resource. A
 * user may have archived it after the plan, and the plan has no consent to restore it.
 */

import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { Address } from '../../model/address.ts';
import type { Plan, PlannedCall } from '../../model/plan.ts';
import type { KindLookup } from '../kind-lookup.ts';
import { provingReader } from '../observe/reread.ts';
import type { Moment } from '../observe/seen-at.ts';
import type { CallResult } from './call-result.ts';
import { conflicting, unread } from './not-sent.ts';
import type { Run } from './run.ts';

/** Gives when it was seen that nothing is archived under these names. @throws NotSent */
export async function lookForArchived(run: Run, call: PlannedCall, covers: readonly Address[]): Promise<Moment> {
  const { found, at } = await run.live.archived(covers).catch((error: unknown) => {
    throw unread(run, call, error);
  });
  const conflicts = covers.filter((address) => found.has(address)).map(restoring);
  if (conflicts.length > 0) throw conflicting(call, conflicts);
  return at;
}

/** Returns the addresses that the call creates and might restore without consent. */
export function restorable(
  { covers }: PlannedCall,
  { kindOf, restores }: Pick<KindLookup, 'kindOf'> & Pick<Run, 'restores'>,
): readonly Address[] {
  return covers.filter((address) => provingReader(kindOf(address))?.archived !== undefined && !restores.has(address));
}

/** Returns the creates that restore an archived resource with consent. */
export function restoresIn({ changes }: Plan): ReadonlySet<Address> {
  return new Set(changes.filter(({ risks }) => risks.includes('property-restore')).map(({ address }) => address));
}

/** True if the service refuses a second create. An endpoint that sets a value, or makes a second resource, does not refuse. */
export function isRefusedTwice({ endpoint }: PlannedCall): boolean {
  return ENDPOINTS[endpoint].effect === 'natural-key-create';
}

function restoring(address: Address): CallResult {
  const message = 'Not sent: one of this name was archived since the plan, and creating it would restore that one.';
  return { address, status: 'conflict', message, hint: 'Create a new plan: it says what would come back.' };
}
