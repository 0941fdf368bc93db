/** The JSON document of a plan, as a schema: it checks a saved plan and becomes schemas/plan.schema.json. */

import { z } from 'zod';
import { SURFACES, VERSIONS } from '../../contract/surfaces.ts';
import { ACTIONS, REASON_CODES, RISKS } from '../../model/change.ts';
import { PLAN_FORMAT } from '../../model/plan.ts';
import { CONSENT_NAMES, RISK_NAMES } from '../../model/risk.ts';
import { AddressString } from './address.ts';
import {
  AnyFields,
  AnyJson,
  BasisName,
  Count,
  Endpoint,
  Field,
  FieldsByAddress,
  FindingDocument,
  Foreign,
  HubId,
  Kind,
  OpenCallDocument,
  OverrideDocument,
  Params,
  Provenance,
  Time,
} from './parts.ts';

const ChangeDocument = z.strictObject({
  address: AddressString,
  label: z.string().exactOptional(),
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
  foreign: Foreign.exactOptional(),
  dependsOn: z.array(AddressString),
  neededBy: z.array(AddressString).exactOptional(),
  provenance: Provenance.exactOptional(),
  overrides: z.array(OverrideDocument).exactOptional(),
  changedAt: Time.exactOptional(),
  changedBy: z.string().describe('Name of the user, or the id if the service tells no name.').exactOptional(),
});

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
  covers: z.array(AddressString),
  after: z.array(z.string()),
  route: z.string(),
  before: FieldsByAddress,
  expects: FieldsByAddress,
  records: FieldsByAddress,
  onConflict: ConflictDocument.exactOptional(),
});

const VersionsDocument = z.strictObject({
  account: z.enum(VERSIONS.account),
  oauth: z.enum(VERSIONS.oauth),
  properties: z.enum(VERSIONS.properties),
  schemas: z.enum(VERSIONS.schemas),
  webhooks: z.enum(VERSIONS.webhooks),
  events: z.enum(VERSIONS.events),
  associations: z.enum(VERSIONS.associations),
  timeline: z.enum(VERSIONS.timeline),
  pipelines: z.enum(VERSIONS.pipelines),
});

export const PlanDocument = z
  .strictObject({
    format: z.literal(PLAN_FORMAT),
    origin: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('files') }),
        z.strictObject({
          kind: z.literal('revert'),
          run: z.string(),
          earlier: z.array(z.string()).exactOptional().describe('Runs before it that are reverted with it.'),
        }),
      ])
      .describe('Source of the plan: the files, or the values that a run overwrote.'),
    account: z.strictObject({
      name: z.string(),
      hubId: HubId,
      baseUrl: z.string(),
      surface: z.enum(SURFACES),
      versions: VersionsDocument.exactOptional().describe('Of the dated surface, by resource.'),
      labels: z.record(z.string(), z.string()).describe('Marks that a program gave the account.').exactOptional(),
    }),
    fingerprint: z.strictObject({
      desired: z.string(),
      live: z.string(),
      ledger: z.string(),
      resources: z.record(AddressString, z.string()),
    }),
    complete: z.boolean().describe('False if an observation failed.'),
    applyable: z.boolean().describe('True if apply would accept the plan.'),
    createdAt: Time,
    expiresAt: Time,
    targets: z.array(z.string()),
    allowed: z.array(z.strictObject({ risk: z.enum(CONSENT_NAMES), address: z.string().exactOptional() })),
    overwrite: z.array(z.string()).describe('Addresses whose drift is overwritten although drift is held.'),
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
        .describe(
          'Among the changes: those a revert restores, those that stay because no call takes them back, those that lose values.',
        ),
      calls: z.strictObject({ read: Count, write: Count }),
    }),
    changes: z.array(ChangeDocument),
    calls: z.array(CallDocument),
    adopt: z.array(
      z.strictObject({
        address: AddressString,
        kind: Kind,
        fields: AnyFields,
        id: z.string().describe('Id that the service gave, if the ledger does not have it yet.').exactOptional(),
      }),
    ),
    files: z
      .record(AddressString, z.string())
      .describe('File that declares each resource whose record apply writes, from the root of the project.')
      .exactOptional(),
    moved: z
      .array(AddressString)
      .describe('Declared in another file than when they were recorded: apply notes the file, without a call.')
      .exactOptional(),
    renamed: z
      .record(AddressString, AddressString)
      .describe(
        'Addresses whose object or label has another name in the files than in the ledger, each with the address of its record. The record moves to the new address.',
      )
      .exactOptional(),
    unproven: z
      .array(AddressString)
      .describe(
        'Of these, those of which only the files say that they are the same: apply records them as found in the account.',
      )
      .exactOptional(),
    open: z
      .array(OpenCallDocument)
      .describe('Unsettled calls of earlier runs: apply settles those that do not need a person.')
      .exactOptional(),
    hostChange: z
      .strictObject({ from: z.string(), to: z.string() })
      .describe('The ledger was written for another host, and the change was allowed: apply pins this host.')
      .exactOptional(),
    findings: z.array(FindingDocument),
  })
  .describe('A trueup plan: changes, the exact calls, findings, and the data that they are based on.');
