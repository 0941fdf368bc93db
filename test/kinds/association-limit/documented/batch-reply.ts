/** Builds the reply of the service to a batch of limits. */

import { LimitUpdate } from '../../../../src/contract/association-limits.ts';
import type { ApiCall } from '../../../../src/contract/calls.ts';

export function batchReply(call: ApiCall) {
  return {
    status: 'COMPLETE',
    results: LimitUpdate()
      .parse(call.body)
      .inputs.map(({ category, typeId, maxToObjectIds }) => ({
        ...{ category, typeId },
        userEnforcedMaxToObjectIds: maxToObjectIds,
      })),
    startedAt: '2026-01-01T00:00:00Z',
    completedAt: '2026-01-01T00:00:01Z',
  };
}
