/** Decides how to determine the outcome of a call with an unknown effect: by a read, or by the effect class of its endpoint. */

import { isRepeatable } from '../../contract/endpoint.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { Intention } from '../../model/ledger.ts';
import type { PlannedCall } from '../../model/plan.ts';
import type { KindLookup } from '../kind-lookup.ts';
import { provingReader } from '../observe/reread.ts';

type Sent = Pick<PlannedCall, 'covers' | 'endpoint'> & Pick<Intention, 'onConflict'>;

export function chooseRecovery(run: KindLookup, { covers, endpoint, onConflict }: Sent): Intention['recovery'] {
  if (covers.every((address) => provingReader(run.kindOf(address)) !== undefined)) return 'read-back';
  return isRepeatable(ENDPOINTS[endpoint].effect) || onConflict !== undefined ? 'repeat' : 'ask';
}
