/** The shapes of error replies. Readers treat every member as optional (interface 7; assumption A09). */

import { z } from 'zod';
import { lazy } from './lazy.ts';
import { maybeText, text } from './shapes.ts';

const Context = lazy(() => z.record(text, z.array(text).or(text)).nullish());

const ErrorDetail = lazy(() =>
  z.looseObject({
    message: maybeText,
    code: maybeText,
    in: maybeText,
    subCategory: maybeText,
    context: Context(),
  }),
);

export const ErrorBody = lazy(() =>
  z.looseObject({
    status: maybeText,
    message: maybeText,
    correlationId: maybeText,
    category: maybeText,
    subCategory: maybeText,
    errors: z.array(ErrorDetail()).nullish(),
    context: z.looseObject({}).nullish(),
    links: z.looseObject({}).nullish(),
    errorType: maybeText,
    policyName: maybeText,
    groupName: maybeText,
    propertiesErrorCode: maybeText,
  }),
);
export type ErrorBody = z.infer<ReturnType<typeof ErrorBody>>;
