/** Common members of the replies to batches (interface 2.10, 3, 11.3). */

import { z } from 'zod';
import { lazy } from './lazy.ts';
import { maybeInteger, maybeText, text } from './shapes.ts';

/** States of a batch. */
export const BATCH_STATUSES = ['CANCELED', 'COMPLETE', 'PENDING', 'PROCESSING'] as const;
export type BatchState = (typeof BATCH_STATUSES)[number];

/** Reason why an input was not applied. The context identifies the input. */
const BatchError = lazy(() =>
  z.looseObject({
    status: maybeText,
    category: maybeText,
    message: maybeText,
    subCategory: maybeText,
    context: z.record(text, z.array(text)).nullish(),
  }),
);

/** The reply to a batch. A partial success (207) adds numErrors and errors (assumption A09). */
export function buildBatchSchema<T extends z.ZodType>(result: T) {
  return z.looseObject({
    // Normally a value of BATCH_STATUSES. An unknown status is accepted, so that a successful write does not appear lost (assumption A38).
    status: text,
    results: z.array(result),
    requestedAt: maybeText,
    startedAt: maybeText,
    completedAt: maybeText,
    links: z.record(text, text).nullish(),
    numErrors: maybeInteger,
    errors: z.array(BatchError()).nullish(),
  });
}
