/** The batch of timeline events in v3 (interface 10.5; assumption A65). */

import { formatPath } from '../../contract/endpoints.ts';
import { TIMELINE_BATCH_SIZE } from '../../contract/timeline.ts';
import { batchReply, checkBatchSize, each } from '../data/batch-reply.ts';
import type { Handler } from './handler.ts';
import { sent } from './timeline.ts';

/** Sends in the order of the inputs. Reports refused inputs with the others (207), by their place: an input may have no id. */
export const sendTimelineEvents: Handler<'sendTimelineEvents'> = async ({ body, ...call }) => {
  checkBatchSize(body.inputs, TIMELINE_BATCH_SIZE);
  const done = await each(
    body.inputs,
    ({ id }, index) => ({ index: [String(index)], ...(id === undefined ? {} : { id: [id] }) }),
    (input) => sent(call, input),
  );
  return batchReply({ self: formatPath('sendTimelineEvents', {}), now: call.now, ...done });
};
