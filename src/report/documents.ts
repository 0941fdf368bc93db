/** The JSON documents that trueup writes, as schemas: they validate a saved plan and become the files in schemas/. */

import { z } from 'zod';
import { ENDPOINT_IDS } from '../contract/endpoints.ts';
import { type Address, isAddress, KIND_NAMES } from '../model/address.ts';
import { ACTIONS, REASON_CODES, RISKS } from '../model/change.ts';
import { DRIFT_FORMAT, DRIFT_STATUSES } from '../model/drift.ts';
import type { Fields, Json } from '../model/json.ts';
import { OUTCOME_FORMAT, OUTCOME_STATUSES } from '../model/outcome.ts';
import { PLAN_FORMAT } from '../model/plan.ts';
import { RISK_NAMES } from '../model/policy.ts';
import { ERROR_FORMAT, RUNS_FORMAT, VALIDATION_FORMAT } from './formats.ts';

const AnyJson: z.ZodType<Json> = z.json().meta({ id: 'Json' });
const AnyFields: z.ZodType<Fields> = z.record(z.string(), AnyJson);
const AddressText = z
  .custom<Address>((value) => typeof value === 'string' && isAddress(value), 'not an address')
  .meta({
    id: 'Address',
    type: 'string',
    description: 'Kind and identity, such as property:contacts/loyaltytier.',
    pattern: `^(${KIND_NAMES.join('|')}):.+$`,
  });
const Kind = z.enum(KIND_NAMES);
const BasisName = z.enum(['observed', 'echoed', 'inferred', 'recorded', 'unknown']);
const Time = z.string().describe('ISO time.');
const Count = z.int().min(0);
const HubId = z.int().nullable();
const Endpoint = z.enum(ENDPOINT_IDS);
const FieldsByAddress = z.record(AddressText, AnyFields.nullable());

const Provenance = z
  .strictObject({ file: z.string(), line: z.int().min(1), column: z.int().min(1) })
  .meta({ id: 'Provenance' });

const FindingDocument = z
  .strictObject({
    code: z.string(),
    severity: z.enum(['error', 'warning', 'info']),
    message: z.string(),
    hint: z.string().exactOptional(),
    address: z.string().exactOptional(),
    provenance: Provenance.exactOptional(),
    related: Provenance.exactOptional(),
  })
  .meta({ id: 'Finding' });

const Field = z
  .strictObject({
    field: z.string(),
    before: AnyJson.exactOptional(),
    after: AnyJson.exactOptional(),
    options: z
      .array(
        z.strictObject({
          value: z.string(),
          change: z.enum(['add', 'remove', 'update', 'hide', 'move', 'foreign']),
          before: AnyJson.exactOptional(),
          after: AnyJson.exactOptional(),
        }),
      )
      .exactOptional(),
  })
  .meta({ id: 'FieldChange' });

const ChangeDocument = z.strictObject({
  address: AddressText,
  kind: Kind,
  action: z.enum(ACTIONS),
  because: z.enum(REASON_CODES),
  reason: z.string(),
  section: z.string().exactOptional(),
  risk: z.enum(RISKS),
  risks: z.array(z.enum(RISK_NAMES)),
  basis: BasisName,
  recordedAt: Time.exactOptional(),
  fields: z.array(Field),
  dependsOn: z.array(AddressText),
  provenance: Provenance.exactOptional(),
  changedAt: Time.exactOptional(),
  changedBy: z.string().exactOptional(),
});

const Params = z.record(z.string(), z.string());
const ConflictDocument = z.strictObject({
  endpoint: Endpoint,
  method: z.string(),
  path: z.string(),
  params: Params,
  body: AnyJson,
});

const CallDocument = z.strictObject({
  id: z.string(),
  endpoint: Endpoint,
  method: z.string(),
  path: z.string(),
  params: Params,
  body: AnyJson,
  covers: z.array(AddressText),
  after: z.array(z.string()),
  route: z.string(),
  relies: FieldsByAddress,
  expects: FieldsByAddress,
  records: FieldsByAddress,
  onConflict: ConflictDocument.exactOptional(),
});

export const PlanDocument = z
  .strictObject({
    format: z.literal(PLAN_FORMAT),
    origin: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('files') }),
        z.strictObject({ kind: z.literal('revert'), run: z.string() }),
      ])
      .describe('What the plan was made of: the files, or what a run overwrote.'),
    account: z.strictObject({
      name: z.string(),
      hubId: HubId,
      baseUrl: z.string(),
      surface: z.literal('documented'),
    }),
    basis: z.strictObject({
      desired: z.string(),
      live: z.string(),
      ledger: z.string(),
      resources: z.record(AddressText, z.string()),
    }),
    complete: z.boolean().describe('False when an observation failed.'),
    applyable: z.boolean().describe('True when apply would be let through.'),
    createdAt: Time,
    expiresAt: Time,
    targets: z.array(z.string()),
    allowed: z.array(z.strictObject({ risk: z.enum(RISK_NAMES), address: z.string().exactOptional() })),
    summary: z.strictObject({
      create: Count,
      update: Count,
      remove: Count,
      forget: Count,
      keep: Count,
      blocked: Count,
      destructive: Count,
      revert: z
        .strictObject({ restores: Count, stays: Count, loses: Count })
        .describe('Of the changes: what a revert restores, creations that stay, values that are lost.'),
      calls: z.strictObject({ read: Count, write: Count }),
    }),
    changes: z.array(ChangeDocument),
    calls: z.array(CallDocument),
    adopt: z.array(z.strictObject({ address: AddressText, kind: Kind, fields: AnyFields })),
    findings: z.array(FindingDocument),
  })
  .describe('A plan of trueup: changes, the exact calls, findings, and what they rest on.');

export const OutcomeDocument = z
  .strictObject({
    format: z.literal(OUTCOME_FORMAT),
    run: z.string(),
    summary: z.strictObject({
      applied: Count,
      accepted: Count,
      skipped: Count,
      failed: Count,
      lostRace: Count,
      uncertain: Count,
    }),
    outcomes: z.array(
      z.strictObject({
        address: AddressText,
        action: z.enum(ACTIONS),
        status: z.enum(OUTCOME_STATUSES),
        message: z.string(),
        hint: z.string().exactOptional(),
        call: z.string().exactOptional(),
        fields: z.array(Field).exactOptional(),
      }),
    ),
    findings: z.array(FindingDocument),
    calls: z.strictObject({ write: Count, reread: Count, check: Count }),
    interrupted: z.boolean(),
  })
  .describe('What became of the changes of a plan.');

export const DriftDocument = z
  .strictObject({
    format: z.literal(DRIFT_FORMAT),
    account: z.strictObject({ name: z.string(), hubId: HubId }),
    summary: z.strictObject({ drifted: Count, inSync: Count, unverifiable: Count }),
    resources: z.array(
      z.strictObject({
        address: AddressText,
        kind: Kind,
        status: z.enum(DRIFT_STATUSES),
        basis: BasisName,
        fields: z.array(Field),
        changedBy: z.string().exactOptional(),
        changedAt: Time.exactOptional(),
        appliedAt: Time,
        reason: z.string().exactOptional(),
      }),
    ),
    findings: z.array(FindingDocument),
  })
  .describe('How the account differs from what was last applied.');

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

export const ErrorDocument = z
  .strictObject({
    format: z.literal(ERROR_FORMAT),
    code: z.string(),
    message: z.string(),
    hint: z.string().exactOptional(),
    findings: z.array(FindingDocument).exactOptional(),
  })
  .describe('An error that ended a command, as --json prints it.');
export type ErrorDocument = z.infer<typeof ErrorDocument>;

export const ValidationDocument = z
  .strictObject({
    format: z.literal(VALIDATION_FORMAT),
    valid: z.boolean(),
    files: Count.describe('Files read.'),
    findings: z.array(FindingDocument),
  })
  .describe('The findings of a configuration, as trueup validate --json prints them.');
