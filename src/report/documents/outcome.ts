/** The JSON document of an apply, as a schema. */

import { z } from 'zod';
import { ACTIONS, REASON_CODES } from '../../model/change.ts';
import { OUTCOME_FORMAT, OUTCOME_STATUSES } from '../../model/outcome.ts';
import { AddressString } from './address.ts';
import { advice } from './fix.ts';
import { Count, FailureDocument, Field, FindingDocument, OpenCallDocument } from './parts.ts';

export const OutcomeDocument = z
  .strictObject({
    format: z.literal(OUTCOME_FORMAT),
    run: z.string(),
    summary: z.strictObject({
      applied: Count,
      accepted: Count,
      skipped: Count,
      failed: Count,
      conflict: Count,
      uncertain: Count,
    }),
    outcomes: z.array(
      z.strictObject({
        address: AddressString,
        action: z.enum(ACTIONS),
        status: z.enum(OUTCOME_STATUSES),
        message: z.string(),
        ...advice,
        call: z.string().exactOptional(),
        fields: z.array(Field).exactOptional(),
        failure: FailureDocument.describe(
          'The error that it failed for. Absent if no error decided it.',
        ).exactOptional(),
      }),
    ),
    settled: Count.describe('Calls of earlier runs whose outcome this run determined.'),
    open: z.array(OpenCallDocument).describe('Calls that are still open after the run.').exactOptional(),
    unrecorded: z
      .array(AddressString)
      .describe('What the run changed, or may have changed, that is not in the ledger.')
      .exactOptional(),
    leftOut: z
      .array(z.strictObject({ address: AddressString, because: z.enum(REASON_CODES), reason: z.string() }))
      .describe('Blocked changes left out with --skip-blocked.'),
    adopted: z.array(AddressString).describe('Already in sync, and recorded in the ledger without a call.'),
    findings: z.array(FindingDocument).describe('Findings of the plan, and of the run.'),
    calls: z.strictObject({ write: Count, reread: Count, check: Count }),
    changed: z
      .boolean()
      .describe('True if something was applied, or a call took effect although its outcome is a failure.'),
    interrupted: z.boolean(),
    failure: FailureDocument.describe('The error that ended the run early. Absent if none did.').exactOptional(),
  })
  .describe('Outcomes of the changes in a plan.');
