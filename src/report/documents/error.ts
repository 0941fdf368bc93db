/** The JSON documents of an error and of a validation, as schemas. */

import { z } from 'zod';
import { FAILURE_KINDS } from '../../model/failure.ts';
import { advice } from './fix.ts';
import { ERROR_FORMAT, VALIDATION_FORMAT } from './formats.ts';
import { Count, FindingDocument } from './parts.ts';

export const ErrorDocument = z
  .strictObject({
    format: z.literal(ERROR_FORMAT),
    code: z.string(),
    message: z.string(),
    kind: z.enum(FAILURE_KINDS).describe('What stands in the way.'),
    retryable: z.boolean().describe('True if the same command can succeed later without anybody changing anything.'),
    retryAfterMs: z.int().exactOptional().describe('Milliseconds to wait before that, if the service said so.'),
    ...advice,
    findings: z.array(FindingDocument).exactOptional(),
  })
  .describe('An error that ended a command, as printed with --json.');
export type ErrorDocument = z.infer<typeof ErrorDocument>;

export const ValidationDocument = z
  .strictObject({
    format: z.literal(VALIDATION_FORMAT),
    valid: z.boolean(),
    files: Count.describe('Files read.'),
    findings: z.array(FindingDocument),
  })
  .describe('Findings of a configuration, as printed by trueup validate --json.');
