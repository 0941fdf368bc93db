/** The JSON document of an error, as a schema. */

import { z } from 'zod';
import { FAILURE_KINDS } from '../../model/failure.ts';
import { advice } from './fix.ts';
import { ERROR_FORMAT } from './formats.ts';
import { FindingDocument } from './parts.ts';

export const ErrorDocument = z
  .strictObject({
    format: z.literal(ERROR_FORMAT),
    code: z.string(),
    message: z.string(),
    kind: z.enum(FAILURE_KINDS).describe('Kind of the cause.'),
    retryable: z.boolean().describe('True if the same command can succeed later without a change by a user.'),
    retryAfterMs: z.int().exactOptional().describe('Milliseconds to wait before that, if the service said so.'),
    ...advice,
    findings: z.array(FindingDocument).exactOptional(),
  })
  .describe('An error that ended a command, as printed with --json.');
export type ErrorDocument = z.infer<typeof ErrorDocument>;
