/** The batch of timeline events in v3 (interface 10.5; assumption A65). */

import { pathOf } from '../../contract/endpoints.ts';
import { TIMELINE_BATCH_SIZE, type TimelineEvent, type TimelineEventReply } from '../../contract/timeline.ts';
import { type BatchError, batchReply } from '../data/batch-reply.ts';
import { invalid, Refusal } from '../model/refusal.ts';
import type { Handler } from './handler.ts';
import { sent } from './timeline.ts';

/** Sends in the order of the inputs; those that are refused are reported beside the others (207). */
export const sendTimelineEvents: Handler<'sendTimelineEvents'> = async ({ body, ...call }) => {
  checkSize(body.inputs.length);
  const results: TimelineEventReply[] = [];
  const errors: BatchError[] = [];
  for (const [index, input] of body.inputs.entries()) {
    try {
      // A refusal comes before anything is written.
      results.push(await sent(call, input));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      errors.push(batchError(index, input, error));
    }
  }
  const self = pathOf('sendTimelineEvents', {});
  return batchReply({ self, at: new Date(call.now).toISOString(), results, errors }, undefined);
};

/** Its place names an input that has no id. */
function batchError(index: number, { id }: TimelineEvent, { message, body }: Refusal): BatchError {
  return {
    status: 'error',
    category: body.category ?? 'VALIDATION_ERROR',
    message,
    context: { index: [String(index)], ...(id === undefined ? {} : { id: [id] }) },
    errors: body.errors ?? [],
    links: {},
  };
}

function checkSize(inputs: number): void {
  if (inputs <= TIMELINE_BATCH_SIZE) return;
  const message = `A batch takes at most ${TIMELINE_BATCH_SIZE} inputs, not ${inputs}.`;
  throw invalid(message, { errors: [{ message, code: 'INVALID_VALUE', in: 'inputs' }] });
}
