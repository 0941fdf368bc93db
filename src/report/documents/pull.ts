/** The JSON document of a pull, as a schema. */

import { z } from 'zod';
import { PULL_FORMAT } from '../../model/pull.ts';
import { AddressString } from './address.ts';
import { AnyJson, FindingDocument, HubId, Kind, OtherObjectsDocument, Provenance } from './parts.ts';

const FieldTaken = z.strictObject({ field: z.string(), before: AnyJson, after: AnyJson });

export const PullDocument = z
  .strictObject({
    format: z.literal(PULL_FORMAT),
    account: z.strictObject({ name: z.string(), hubId: HubId }),
    objectTypes: z.array(z.string()).describe('Object types that were read.'),
    complete: z.boolean().describe('False if a read failed, so resources may be missing.'),
    written: z.boolean().describe('False for a dry run.'),
    files: z
      .array(
        z.strictObject({
          path: z.string(),
          before: z.string().nullable().describe('Text before; null for a new file.'),
          text: z.string(),
        }),
      )
      .describe('New and changed files with their texts.'),
    taken: z
      .array(
        z.strictObject({
          address: AddressString,
          kind: Kind,
          file: z.string(),
          fields: z.array(FieldTaken).describe('What changed of a declared resource. Empty for one that was added.'),
        }),
      )
      .describe('Resources that the files now declare as the account has them.'),
    unrecorded: z
      .array(AddressString)
      .describe('Declared as the account has them and recorded in the ledger by this pull.'),
    conflicts: z
      .array(
        z.strictObject({
          address: AddressString,
          field: z.string(),
          declared: AnyJson,
          live: AnyJson,
          reason: z.string(),
          provenance: Provenance,
        }),
      )
      .describe('Values that differ and that the files keep.'),
    pending: z.array(AddressString).describe('Changed in the files since the last apply.'),
    gone: z.array(AddressString).describe('Declared and recorded, but no longer in the account.'),
    left: z
      .array(
        z.strictObject({
          address: AddressString,
          field: z.string().exactOptional().describe('Absent for the whole resource.'),
          because: z.string(),
          reason: z.string(),
        }),
      )
      .describe('What the account has and the files do not declare.'),
    unread: z
      .array(z.strictObject({ kind: Kind, reason: z.string(), byName: z.literal(true).exactOptional() }))
      .describe('Kinds of which the account shows nothing, or, with `byName`, only what an address names.'),
    otherObjects: OtherObjectsDocument.exactOptional(),
    otherAccounts: z
      .array(z.strictObject({ name: z.string(), addresses: z.array(AddressString) }))
      .exactOptional()
      .describe('Other accounts of the same files for which the next apply changes what was taken. Absent for none.'),
    findings: z.array(FindingDocument),
  })
  .describe('Files that declare what an account holds.');
