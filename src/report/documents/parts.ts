/** Schemas that several JSON documents share. */

import { z } from 'zod';
import { ENDPOINT_IDS } from '../../contract/endpoints.ts';
import { KIND_NAMES } from '../../model/address.ts';
import { FAILURE_KINDS } from '../../model/failure.ts';
import type { Fields, Json } from '../../model/json.ts';
import { isTime } from '../../model/moment.ts';
import { OPEN_SIGHTS, SETTLERS } from '../../model/open-call.ts';
import { AddressString } from './address.ts';
import { advice } from './fix.ts';

export const AnyJson: z.ZodType<Json> = z.json().meta({ id: 'Json' });
export const AnyFields: z.ZodType<Fields> = z.record(z.string(), AnyJson);
export const Kind = z.enum(KIND_NAMES);

export const BasisName = z.enum(['observed', 'echoed', 'inferred', 'recorded', 'unknown']);
export const Time = z
  .string()
  .refine(isTime, 'not an ISO time')
  .meta({ description: 'ISO time.', format: 'date-time' });
export const Count = z.int().min(0);
export const HubId = z.int().nullable();
export const Endpoint = z.enum(ENDPOINT_IDS);
export const Params = z.record(z.string(), z.string());
export const FieldsByAddress = z.record(AddressString, AnyFields.nullable());

export const Provenance = z
  .strictObject({ file: z.string(), line: z.int().min(1), column: z.int().min(1) })
  .meta({ id: 'Provenance' });

export const OverrideDocument = z
  .strictObject({
    account: z.string().describe('Name of the account that overrides it.'),
    field: z.string().exactOptional().describe('Absent: the complete definition, which only this account has.'),
    provenance: Provenance,
  })
  .describe('Place at which an account declares another value than the files.');

export const FindingDocument = z
  .strictObject({
    code: z.string(),
    severity: z.enum(['error', 'warning', 'info']),
    message: z.string(),
    ...advice,
    address: z.string().exactOptional(),
    mentioned: z
      .string()
      .exactOptional()
      .describe('Address that the resource at `address` refers to, if the finding is about that reference.'),
    provenance: Provenance.exactOptional(),
    related: Provenance.exactOptional(),
    leftOut: z
      .strictObject({ error: z.int().min(0), warning: z.int().min(0), info: z.int().min(0) })
      .exactOptional()
      .describe('Number of unlisted findings per severity, on the finding that counts them.'),
  })
  .meta({ id: 'Finding' });

export const FailureDocument = z
  .strictObject({
    kind: z.enum(FAILURE_KINDS),
    retryable: z.boolean().describe('True if the same plan or apply can succeed later without a change by a user.'),
    retryAfterMs: z
      .number()
      .min(0)
      .describe('Milliseconds to wait before that, if the service says so.')
      .exactOptional(),
  })
  .describe('What an error means to a program that schedules the work.')
  .meta({ id: 'Failure' });

export const Foreign = z
  .array(z.strictObject({ value: z.string(), label: z.string(), arguments: z.array(z.string()).exactOptional() }))
  .describe('Options, stages and validation rules that other users added in the account; they are kept.');

export const OpenCallDocument = z
  .strictObject({
    id: z.string().describe('Id of its intention in the ledger.'),
    run: z.string(),
    at: Time,
    method: z.string(),
    path: z.string(),
    covers: z.array(AddressString),
    settledBy: z
      .enum(SETTLERS)
      .describe('Who determines its outcome: the next apply, the run in progress, or a person.'),
    shows: z.enum(OPEN_SIGHTS).describe('What the account shows of its effect.'),
  })
  .meta({ id: 'OpenCall', description: 'An unsettled call of a trueup run.' });

export const Field = z
  .strictObject({
    field: z.string(),
    before: AnyJson.exactOptional(),
    after: AnyJson.exactOptional(),
    options: z
      .array(
        z.strictObject({
          value: z.string(),
          change: z.enum(['add', 'remove', 'update', 'hide', 'move', 'foreign']),
          moved: z.literal(true).exactOptional(),
          before: AnyJson.exactOptional(),
          after: AnyJson.exactOptional(),
        }),
      )
      .exactOptional(),
  })
  .meta({ id: 'FieldChange' });
