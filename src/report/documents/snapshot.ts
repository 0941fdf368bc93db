/** The JSON document of a snapshot, as a schema. */

import { z } from 'zod';
import { SURFACES } from '../../contract/surfaces.ts';
import { DEFINED } from '../../model/live.ts';
import { SHOWN, SNAPSHOT_FORMAT } from '../../model/snapshot.ts';
import { AddressString } from './address.ts';
import { AnyFields, FindingDocument, HubId, Kind, Time } from './parts.ts';

export const StateAccount = z
  .strictObject({ name: z.string(), hubId: HubId, baseUrl: z.string(), surface: z.enum(SURFACES) })
  .meta({ id: 'StateAccount' });

const cause = {
  because: z.string().describe('Code of a finding.'),
  reason: z.string(),
};

export const SnapshotDocument = z
  .strictObject({
    format: z.literal(SNAPSHOT_FORMAT),
    account: StateAccount,
    takenAt: Time,
    patterns: z.array(z.string()).describe('Kinds and addresses that it was narrowed to.').exactOptional(),
    typeIds: z
      .record(z.string(), z.string())
      .describe('Type ids that the account has for custom objects, by name.')
      .exactOptional(),
    apps: z
      .record(z.string(), z.string())
      .describe('By app id: the name of the configured value that it comes from.')
      .exactOptional(),
    kinds: z
      .array(
        z.strictObject({
          kind: Kind,
          shows: z
            .enum(SHOWN)
            .describe(
              'all: what is not shown is not there. existence: it may be there all the same. nothing: there is no read.',
            ),
          fields: z.array(z.string()).describe('Fields that the surface has.'),
          reason: z.string().describe('Why it does not show all.').exactOptional(),
        }),
      )
      .describe('What the surface tells of each kind.'),
    parts: z
      .array(
        z.strictObject({
          kind: Kind,
          of: z.string().describe('Object type, pair of object types, app or event.'),
          unread: z.strictObject(cause).describe('Why it was not read.').exactOptional(),
          partly: z.strictObject(cause).describe('Why sensitive properties were not read.').exactOptional(),
        }),
      )
      .describe('What was looked at as a whole.'),
    unread: z
      .array(z.strictObject({ address: AddressString, ...cause }))
      .describe('Single resources of which it is not known whether they are there.')
      .exactOptional(),
    absent: z
      .array(AddressString)
      .describe('Looked for and not there, because what they belong to is not there.')
      .exactOptional(),
    resources: z
      .array(
        z.strictObject({
          address: AddressString,
          kind: Kind,
          defined: z.enum(DEFINED).exactOptional(),
          locked: z.string().describe('Why nobody can change the definition.').exactOptional(),
          unlocked: z.array(z.string()).describe('Fields that can be changed all the same.').exactOptional(),
          fields: AnyFields.describe('Those that were read.'),
        }),
      )
      .describe('By kind, then by address.'),
    findings: z.array(FindingDocument),
  })
  .describe('What an account held when it was read, as saved by trueup snapshot -o FILE.');
