/** The JSON document of a comparison, as a schema. */

import { z } from 'zod';
import { SURFACES } from '../../contract/surfaces.ts';
import { COMPARED_STATUSES, COMPARISON_FORMAT, OPTION_STATUSES, SIDES, SOURCES } from '../../model/comparison.ts';
import { DEFINED } from '../../model/live.ts';
import { AddressString } from './address.ts';
import { AnyJson, Count, FindingDocument, HubId, Kind, Time } from './parts.ts';

const StateAccount = z
  .strictObject({ name: z.string(), hubId: HubId, baseUrl: z.string(), surface: z.enum(SURFACES) })
  .meta({ id: 'StateAccount' });

const Side = z
  .strictObject({
    source: z.enum(SOURCES),
    name: z.string().describe('Name of the account, or files.'),
    account: StateAccount,
    takenAt: Time.exactOptional(),
  })
  .meta({ id: 'ComparedSide' });

const Option = z
  .strictObject({
    value: z.string(),
    label: z.string(),
    description: z.string().exactOptional(),
    displayOrder: z.number().exactOptional(),
    hidden: z.boolean().exactOptional(),
  })
  .meta({ id: 'Option' });

const Field = z
  .strictObject({
    field: z.string(),
    left: AnyJson.exactOptional(),
    right: AnyJson.exactOptional(),
    options: z
      .array(
        z.strictObject({
          value: z.string(),
          status: z
            .enum(OPTION_STATUSES)
            .describe('relabelled: another label. changed: the same label, and another description or flag.'),
          left: Option.exactOptional(),
          right: Option.exactOptional(),
        }),
      )
      .describe('Options that differ, in place of the lists.')
      .exactOptional(),
    order: z
      .strictObject({ left: z.array(z.string()), right: z.array(z.string()) })
      .describe('Values that both lists have, if their order differs.')
      .exactOptional(),
  })
  .meta({ id: 'ComparedField' });

const Findings = z.array(FindingDocument);

export const ComparisonDocument = z
  .strictObject({
    format: z.literal(COMPARISON_FORMAT),
    left: Side,
    right: Side,
    complete: z.boolean().describe('False if a read failed or was not made, so a difference may be missing.'),
    summary: z.strictObject({
      same: Count,
      different: Count,
      onlyLeft: Count,
      onlyRight: Count,
      notCompared: Count.describe('Known resources of which nothing was compared.'),
      leftOut: Count.describe("Definitions of the service's own that only one side has."),
    }),
    resources: z
      .array(
        z.strictObject({
          address: AddressString,
          rightAddress: AddressString.describe('How the right side names it, if that is another name.').exactOptional(),
          kind: Kind,
          status: z.enum(COMPARED_STATUSES),
          defined: z.enum(DEFINED).exactOptional(),
          fields: z.array(Field).describe('Those that differ; of what is only on one side, those that say something.'),
        }),
      )
      .describe('What differs, by kind and address.'),
    notCompared: z
      .array(
        z.strictObject({
          kind: Kind,
          of: z.string().describe('Object type, pair of object types, app or event.').exactOptional(),
          fields: z.array(z.string()).describe('Absent: the resources themselves.').exactOptional(),
          side: z.enum(SIDES).describe('Which side does not tell.'),
          because: z
            .string()
            .describe(
              'Code of a finding; surface: the surface does not tell; not-read: nobody looked; own-id: named by an id of one account.',
            ),
          reason: z.string(),
          addresses: z.array(AddressString).describe('Those that are known. Empty: whatever there is.'),
        }),
      )
      .describe('What was not compared, and why. It counts neither as the same nor as missing.'),
    findings: z.strictObject({ left: Findings, right: Findings }),
  })
  .describe('How two accounts, or an account and the files, differ.');
