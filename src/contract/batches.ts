/** What the replies to batches have in common (interface 2.10, 3, 11.3). */

import { z } from 'zod';
import { lazy } from './lazy.ts';
import { maybeInteger, maybeText, text } from './shapes.ts';

/** States of a batch. */
export const BATCH_STATUSES = ['CANCELED', 'COMPLETE', 'PENDING', 'PROCESSING'] as const;
export type BatchState = (typeof BATCH_STATUSES)[number];

/** Why one input was not applied: which one is in its context. */
const BatchError = lazy(() =>
  z.looseObject({
    status: maybeText,
    category: maybeText,
    message: maybeText,
    subCategory: maybeText,
    context: z.record(text, z.array(text)).nullish(),
  }),
);

/** A batch answer; a mixed one (207) adds numErrors and errors (assumption A09). */
export function batchOf<T extends z.ZodType>(result: T) {
  return z.looseObject({
    // One of BATCH_STATUSES; a state that is new must not make a write that was taken look lost (assumption A38).
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
