/** The shapes that ledger files and journal lines must have, checked after every read. */

import { z } from 'zod';
import { ENDPOINT_IDS } from '../contract/endpoints.ts';
import { text } from '../contract/shapes.ts';
import { type Address, isAddress, KIND_NAMES, parseAddress } from '../model/address.ts';
import type { Fields } from '../model/json.ts';
import { FOUND, LEDGER_FORMAT } from '../model/ledger.ts';
import { isTime } from '../model/moment.ts';
import { InForceShape } from './in-force-shape.ts';

const AddressString = z.custom<Address>((value) => typeof value === 'string' && isAddress(value), 'is not an address');
/** Parsed JSON contains only JSON, so its values are not checked again. */
const FieldValues = z.custom<Fields>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'is not a mapping of fields',
);
const Time = z.string().refine(isTime, 'is not an ISO time');

const RecordShape = z
  .strictObject({
    address: AddressString,
    kind: z.enum(KIND_NAMES),
    fields: FieldValues,
    file: z.string().exactOptional(),
    project: z.string().exactOptional(),
    id: z.string().exactOptional(),
    basis: z.enum(['observed', 'echoed', 'inferred', 'recorded']),
    at: Time,
    run: text,
    changedAt: Time.exactOptional(),
    found: z.enum(FOUND).exactOptional(),
  })
  .refine((record) => parseAddress(record.address)?.kind === record.kind, 'the kind does not match the address');

const CallShape = z.strictObject({
  endpoint: z.enum(ENDPOINT_IDS as readonly [(typeof ENDPOINT_IDS)[number]]),
  params: z.record(text, text),
  query: z.record(text, text).exactOptional(),
  body: z.unknown().exactOptional(),
});

const byAddress = <T extends z.ZodType>(value: T) => z.record(AddressString, value);

const RecordsShape = byAddress(RecordShape.nullable());

const ReviewedShape = z.strictObject({ plan: text, call: text, changes: z.array(text) });

const IntentionShape = z.strictObject({
  id: z.string().min(1),
  run: text,
  at: Time,
  call: CallShape,
  method: text,
  path: text,
  covers: z.array(AddressString),
  before: byAddress(FieldValues.nullable()),
  expects: byAddress(FieldValues.nullable()),
  onConflict: CallShape.exactOptional(),
  records: RecordsShape,
  recovery: z.enum(['read-back', 'repeat', 'ask']),
  reviewed: ReviewedShape.exactOptional(),
  by: z.string().exactOptional(),
  account: z.string().exactOptional(),
  project: z.string().exactOptional(),
});

export const EntryShape = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('intend'), intention: IntentionShape }),
  z.strictObject({
    type: z.literal('settle'),
    id: z.string().min(1),
    as: z.enum(['applied', 'not-applied']),
    records: RecordsShape.exactOptional(),
    at: Time,
  }),
  z.strictObject({ type: z.literal('record'), record: RecordShape }),
  z.strictObject({ type: z.literal('forget'), address: AddressString, at: Time }),
]);

const FieldsByAddress = byAddress(FieldValues.nullable());

export const HISTORY_FORMAT = 'trueup.history/1';

/** A line of a history: a call that took effect, and its ledger. */
export const HistoryLine = z.strictObject({
  format: z.literal(HISTORY_FORMAT),
  lineage: z.string().min(1),
  /** Serial of the ledger with this call in it. */
  serial: z.int().nonnegative(),
  id: z.string().min(1),
  run: text,
  at: Time,
  endpoint: z.enum(ENDPOINT_IDS as readonly [(typeof ENDPOINT_IDS)[number]]),
  method: text,
  path: text,
  covers: z.array(AddressString),
  writes: z.array(text),
  before: FieldsByAddress,
  expects: FieldsByAddress,
  recorded: FieldsByAddress,
  records: FieldsByAddress,
  reviewed: ReviewedShape.exactOptional(),
  by: z.string().exactOptional(),
  account: z.string().exactOptional(),
  project: z.string().exactOptional(),
});

/** The first line of a journal: which ledger its entries continue, and the name by which a fold of it is known. */
export const JournalHeader = z.strictObject({
  format: z.literal('trueup.journal/1'),
  id: z.string().min(1),
  lineage: z.string().min(1),
  serial: z.int().nonnegative(),
});
export type JournalHeader = z.infer<typeof JournalHeader>;

/** Views of the ledgers of apps, by app id. */
export const AppsShape = z.record(
  z.string().regex(/^\d+$/),
  z.strictObject({ lineage: z.string().min(1), serial: z.int().nonnegative() }),
);

export const LedgerShape = z.strictObject({
  format: z.literal(LEDGER_FORMAT),
  lineage: z.string().min(1),
  serial: z.int().nonnegative(),
  account: z.strictObject({ name: text, hubId: z.int().nullable(), host: z.string().min(1).exactOptional() }),
  project: z.string().min(1).exactOptional(),
  apps: AppsShape.exactOptional(),
  inForce: InForceShape.exactOptional(),
  records: byAddress(RecordShape).refine(
    (records) => Object.entries(records).every(([address, record]) => record.address === address),
    'a record is stored under another address',
  ),
  intentions: z.array(IntentionShape),
  /** Id of the journal that was folded in last: reading that journal again changes nothing. */
  folded: z.string().exactOptional(),
});
