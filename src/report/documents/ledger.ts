/** The JSON documents of what the ledger knows: all of it, some records, the runs. As schemas. */

import { z } from 'zod';
import { LEDGER_FORMAT } from '../../model/ledger.ts';
import { AddressText } from './address.ts';
import { RECORDS_FORMAT, RUNS_FORMAT } from './formats.ts';
import { AnyFields, Count, Endpoint, FieldsByAddress, HubId, Kind, OpenCallDocument, Params, Time } from './parts.ts';

const Record = z
  .strictObject({
    address: AddressText,
    kind: Kind,
    fields: AnyFields.describe('Declared fields as last applied.'),
    stored: AnyFields.describe('What the service made of some of them: another case, form or order.').exactOptional(),
    id: z.string().describe('Id that the service gave.').exactOptional(),
    basis: z.enum(['observed', 'echoed', 'inferred', 'recorded']),
    at: Time,
    run: z.string(),
    doubtedAt: Time.describe(
      'When an apply found reason to believe that it is gone; nothing has told since.',
    ).exactOptional(),
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
  .describe('Digests: of the reviewed plan that the call is of, of the call, of the changes that it covers.');

const IntentionDocument = z.strictObject({
  id: z.string(),
  run: z.string(),
  at: Time,
  call: Request,
  method: z.string(),
  path: z.string(),
  covers: z.array(AddressText),
  before: FieldsByAddress,
  expects: FieldsByAddress,
  onConflict: Request.exactOptional(),
  records: z.record(AddressText, Record.nullable()),
  recovery: z.enum(['read-back', 'repeat', 'ask']).describe('ask: only a person can say what became of it.'),
  reviewed: Reviewed.exactOptional(),
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
        .describe('Host that it was written for; all ports of this machine are http://localhost.')
        .exactOptional(),
    }),
    records: z.record(AddressText, Record),
    intentions: z.array(IntentionDocument).describe('Calls of which nobody knows yet whether they happened.'),
    holder: z
      .strictObject({ owner: z.string(), purpose: z.string().exactOptional(), at: Time.exactOptional() })
      .describe('Who writes the ledger now; absent when nobody does.')
      .exactOptional(),
    open: z
      .array(OpenCallDocument)
      .describe(
        'The calls of the intentions: under way in the run of the holder, or settled by the next apply or a person.',
      )
      .exactOptional(),
  })
  .describe('What was last applied to one account, as trueup ledger list --json prints it.');

export const RecordsDocument = z
  .strictObject({
    format: z.literal(RECORDS_FORMAT),
    records: z.array(Record),
  })
  .describe('Records that were shown, dropped, settled or adopted, as trueup ledger show and its like print them.');

export const RunsDocument = z
  .strictObject({
    format: z.literal(RUNS_FORMAT),
    runs: z
      .array(
        z.strictObject({
          run: z.string().describe('What trueup revert takes.'),
          at: Time,
          calls: Count.describe('Calls that took effect.'),
          changes: z.array(z.strictObject({ address: AddressText, action: z.enum(['create', 'update', 'remove']) })),
        }),
      )
      .describe('Newest first.'),
  })
  .describe('The runs that changed something, as trueup ledger runs --json prints them.');
export type RunsDocument = z.infer<typeof RunsDocument>;
