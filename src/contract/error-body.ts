/** The shapes of error replies; readers treat every member as optional (interface 7; assumption A09). */

import { z } from 'zod';

const Context = z.record(z.string(), z.array(z.string()).or(z.string())).nullish();

const ErrorDetail = z.looseObject({
  message: z.string().nullish(),
  code: z.string().nullish(),
  in: z.string().nullish(),
  subCategory: z.string().nullish(),
  context: Context,
});

export const ErrorBody = z.looseObject({
  status: z.string().nullish(),
  message: z.string().nullish(),
  correlationId: z.string().nullish(),
  category: z.string().nullish(),
  subCategory: z.string().nullish(),
  errors: z.array(ErrorDetail).nullish(),
  context: z.looseObject({}).nullish(),
  links: z.looseObject({}).nullish(),
  errorType: z.string().nullish(),
  policyName: z.string().nullish(),
  groupName: z.string().nullish(),
  propertiesErrorCode: z.string().nullish(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
