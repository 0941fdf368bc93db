/** The JSON document of the contents of an account, as a schema. */

import { z } from 'zod';
import { LIST_FORMAT, LIST_SOURCES } from '../../model/inventory.ts';
import { DEFINED } from '../../model/live.ts';
import { AddressString } from './address.ts';
import {
  AnyFields,
  BasisName,
  Count,
  FindingDocument,
  Foreign,
  HubId,
  Kind,
  OpenCallDocument,
  OtherObjectsDocument,
  Time,
} from './parts.ts';

/** A resource as it is in the account. */
export const LiveDocument = z.strictObject({
  address: AddressString,
  kind: Kind,
  defined: z
    .enum(DEFINED)
    .exactOptional()
    .describe('default: defined by the service. custom: defined by a person or an app. Absent if unknown.'),
  basis: BasisName,
  fields: AnyFields.describe('Known fields only.'),
  id: z.string().exactOptional().describe('Id assigned by the service.'),
  customized: z.literal(true).exactOptional().describe("The service's own, and somebody changed it."),
  locked: z.string().exactOptional().describe('Why the definition cannot be changed.'),
  unlocked: z.array(z.string()).exactOptional().describe('Fields that can be changed although it is locked.'),
  changedBy: z.string().exactOptional(),
  changedAt: Time.exactOptional(),
  recordedAt: Time.exactOptional(),
  shown: z.literal(true).exactOptional().describe('A read shows that it exists; its fields come from the ledger.'),
  archived: z
    .strictObject({ at: Time.exactOptional() })
    .exactOptional()
    .describe('It was archived, and does not exist.'),
});

export const ListDocument = z
  .strictObject({
    format: z.literal(LIST_FORMAT),
    only: z
      .literal('undeclared')
      .exactOptional()
      .describe('With --undeclared: what somebody made and no file declares.'),
    leftOut: z
      .array(AddressString)
      .exactOptional()
      .describe(
        'With --undeclared: groups that are not listed, because they hold definitions of the service and nothing tells who made them.',
      ),
    account: z.strictObject({ name: z.string(), hubId: HubId }),
    objectTypes: z.array(z.string()).describe('Object types that were read.'),
    typeIds: z
      .record(z.string(), z.string())
      .exactOptional()
      .describe('Type ids in this account of the object types that were listed by name.'),
    otherObjects: OtherObjectsDocument.exactOptional(),
    complete: z.boolean().describe('False if a read failed, so resources may be missing.'),
    kinds: z.array(
      z.strictObject({
        kind: Kind,
        source: z
          .enum(LIST_SOURCES)
          .describe(
            'ledger: the interface has no read for the kind, so the account may contain others, and may lack these.',
          ),
        reason: z.string().exactOptional(),
        total: Count,
        default: Count,
        custom: Count,
      }),
    ),
    resources: z
      .array(
        LiveDocument.extend({
          recorded: z.boolean().describe('Whether the ledger has a record of it.'),
          undeclaredOptions: Foreign.exactOptional().describe(
            'With --undeclared: options of a declared resource that no file declares.',
          ),
        }),
      )
      .describe('By kind, then by address.'),
    open: z.array(OpenCallDocument).describe('Unsettled calls of trueup runs on the listed resources.').exactOptional(),
    findings: z.array(FindingDocument),
  })
  .describe('Resources of an account: read where the interface has a read, otherwise from the ledger.');
