/** The JSON document of the ledger, as a schema. */

import { z } from 'zod';
import { FOUND, LEDGER_FORMAT } from '../../model/ledger.ts';
import { AddressString } from './address.ts';
import { AnyFields, Count, Endpoint, FieldsByAddress, HubId, Kind, OpenCallDocument, Params, Time } from './parts.ts';

const RecordDocument = z
  .strictObject({
    address: AddressString,
    kind: Kind,
    fields: AnyFields.describe('Declared fields as last applied.'),
    file: z
      .string()
      .describe('File that declared it, from the root of the repository or else of the project.')
      .exactOptional(),
    project: z
      .string()
      .describe('Folder of the project that applied it; absent if it is in the ledger of the account.')
      .exactOptional(),
    id: z.string().describe('Id assigned by the service.').exactOptional(),
    basis: z.enum(['observed', 'echoed', 'inferred', 'recorded']),
    at: Time,
    run: z.string(),
    changedAt: Time.describe(
      'Last change by the clock of the service, as a read after the last write showed it. Absent if no read did.',
    ).exactOptional(),
    found: z
      .enum(FOUND)
      .describe(
        'History of a resource that was in the account before it was recorded. "recorded": trueup only recorded it. "changed": trueup changed it. Absent if trueup created it.',
      )
      .exactOptional(),
  })
  .meta({ id: 'Record' });

const Request = z
  .strictObject({
    endpoint: Endpoint,
    params: Params,
    query: Params.exactOptional(),
    body: z.unknown().exactOptional(),
  })
  .meta({ id: 'Request' });

const Reviewed = z
  .strictObject({ plan: z.string(), call: z.string(), changes: z.array(z.string()) })
  .describe('Digests of the reviewed plan, the call, and the changes it covers.');

const IntentionDocument = z.strictObject({
  id: z.string(),
  run: z.string(),
  at: Time,
  call: Request,
  method: z.string(),
  path: z.string(),
  covers: z.array(AddressString),
  before: FieldsByAddress,
  expects: FieldsByAddress,
  onConflict: Request.exactOptional(),
  records: z.record(AddressString, RecordDocument.nullable()),
  recovery: z.enum(['read-back', 'repeat', 'ask']).describe('ask: only a person can tell whether it took effect.'),
  reviewed: Reviewed.exactOptional(),
  by: z
    .string()
    .describe('Name of the user whose token made the call, or the id; absent if the service tells neither.')
    .exactOptional(),
  account: z
    .string()
    .describe('Account whose run made the call; absent if it is in the ledger of the account.')
    .exactOptional(),
  project: z
    .string()
    .describe('Folder of the project whose run made the call; absent if it is in the ledger of the account.')
    .exactOptional(),
});

export const LedgerDocument = z
  .strictObject({
    format: z.literal(LEDGER_FORMAT),
    lineage: z.string(),
    serial: Count,
    account: z.strictObject({
      name: z.string(),
      hubId: HubId,
      host: z
        .string()
        .describe('Host it was written for; every port of this machine counts as http://localhost.')
        .exactOptional(),
    }),
    project: z
      .string()
      .describe(
        'Folder of the project from the top of the repository; absent if no other project keeps ledgers in the same location.',
      )
      .exactOptional(),
    apps: z
      .record(z.string(), z.strictObject({ lineage: z.string(), serial: Count, host: z.string().exactOptional() }))
      .describe(
        'Ledgers of apps by app id, which all accounts share that declare the app. Their records and intentions are listed with those of the account.',
      )
      .exactOptional(),
    inForce: z
      .strictObject({
        terms: z.record(z.string(), z.unknown()).describe('The settings: protected, drift and policy.'),
        digest: z.string().describe('SHA-256 of the settings.'),
        commit: z
          .string()
          .describe('Commit whose reviewed plan was applied completely last. Absent if there was none.')
          .exactOptional(),
      })
      .describe('The policy by which the Action judges a plan. Absent before its first apply.')
      .exactOptional(),
    records: z.record(AddressString, RecordDocument),
    intentions: z.array(IntentionDocument).describe('Calls with an unknown outcome.'),
    holder: z
      .strictObject({ owner: z.string(), purpose: z.string().exactOptional(), at: Time.exactOptional() })
      .describe('Process or run that is writing the ledger now. Absent if the ledger is not locked.')
      .exactOptional(),
    open: z
      .array(OpenCallDocument)
      .describe(
        'Calls of the intentions: in progress in the run of the holder, or to be settled by the next apply or a person.',
      )
      .exactOptional(),
  })
  .describe('What was last applied to one account, as printed by trueup ledger list --json.');
