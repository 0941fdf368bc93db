/** The reply to a batch of association limits: complete, unless a batch fault wants another state (interface 2.10, 3; assumption A45). */

import type { BATCH_STATUSES, LimitBatchReply } from '../../contract/association-limits.ts';
import { pathOf } from '../../contract/endpoints.ts';

type Result = LimitBatchReply['results'][number];
export type BatchError = NonNullable<LimitBatchReply['errors']>[number];

export interface Batch {
  readonly from: string;
  readonly to: string;
  /** ISO time. */
  readonly at: string;
  readonly results: Result[];
  readonly errors: BatchError[];
}

interface Reply {
  readonly status?: number;
  readonly body: LimitBatchReply;
}

/** Without a state there are no links, as nothing of a batch that is complete is left to look at. */
export function batchReply(batch: Batch, state: (typeof BATCH_STATUSES)[number] | undefined): Reply {
  const links = state === undefined ? {} : { links: linksOf(batch) };
  const { at: requestedAt, results } = batch;
  switch (state) {
    case 'PENDING':
      return { body: { status: state, results: [], requestedAt, ...links } };
    case 'PROCESSING': {
      const shown = results.slice(0, Math.floor(results.length / 2));
      return { body: { status: state, results: shown, requestedAt, startedAt: batch.at, ...links } };
    }
    case 'CANCELED':
      return { body: { status: state, results: [], ...timesOf(batch), ...links } };
    case 'COMPLETE':
    case undefined:
      return complete(batch, links);
  }
}

function complete(batch: Batch, links: Pick<LimitBatchReply, 'links'>): Reply {
  const { results, errors } = batch;
  const body: LimitBatchReply = { status: 'COMPLETE', results, ...timesOf(batch), ...links };
  return errors.length === 0 ? { body } : { status: 207, body: { ...body, numErrors: errors.length, errors } };
}

function timesOf({ at }: Batch) {
  return { requestedAt: at, startedAt: at, completedAt: at };
}

/** The interface does not show the members of links: this one is the address of the batch itself. */
function linksOf({ from, to }: Batch): Record<string, string> {
  return { self: pathOf('updateAssociationLimits', { fromObjectType: from, toObjectType: to }) };
}
