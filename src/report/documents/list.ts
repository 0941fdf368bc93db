/** The JSON document of what an account holds, as a schema. */

import { z } from 'zod';
import { LIST_FORMAT, LIST_SOURCES } from '../../model/inventory.ts';
import { DEFINED } from '../../model/live.ts';
import { AddressText } from './address.ts';
import { AnyFields, BasisName, Count, FindingDocument, HubId, Kind, OpenCallDocument, Time } from './parts.ts';

export const ListDocument = z
  .strictObject({
    format: z.literal(LIST_FORMAT),
    account: z.strictObject({ name: z.string(), hubId: HubId }),
    objectTypes: z.array(z.string()).describe('Object types that were looked at.'),
    complete: z.boolean().describe('False when a read failed: then something may be missing.'),
    kinds: z.array(
      z.strictObject({
        kind: Kind,
        source: z
          .enum(LIST_SOURCES)
          .describe('ledger: the interface has no read for the kind, so the account may hold others, and not these.'),
        reason: z.string().exactOptional(),
        total: Count,
        default: Count,
        custom: Count,
      }),
    ),
    resources: z
      .array(
        z.strictObject({
          address: AddressText,
          kind: Kind,
          defined: z
            .enum(DEFINED)
            .exactOptional()
            .describe('default: by the service itself. custom: by a person or an app. Absent where nothing tells.'),
          basis: BasisName,
          fields: AnyFields.describe('Only what is known.'),
          recorded: z.boolean().describe('The ledger has a record of it.'),
          id: z.string().exactOptional().describe('Id that the service gave, as the ledger has it.'),
          locked: z.string().exactOptional().describe('Why nobody can change the definition.'),
          changedBy: z.string().exactOptional(),
          changedAt: Time.exactOptional(),
          recordedAt: Time.exactOptional(),
        }),
      )
      .describe('By kind, then by address.'),
    open: z
      .array(OpenCallDocument)
      .describe('Calls of our own runs on what is listed that are not settled.')
      .exactOptional(),
    findings: z.array(FindingDocument),
  })
  .describe('What an account holds: read where the interface has a read, else as the ledger has it.');
