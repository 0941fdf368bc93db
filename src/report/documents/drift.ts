/** The JSON document of a drift report, as a schema. */

import { z } from 'zod';
import { DRIFT_FORMAT, DRIFT_STATUSES } from '../../model/drift.ts';
import { AddressString } from './address.ts';
import { BasisName, Count, Field, FindingDocument, Foreign, HubId, Kind, OpenCallDocument, Time } from './parts.ts';

export const DriftDocument = z
  .strictObject({
    format: z.literal(DRIFT_FORMAT),
    account: z.strictObject({ name: z.string(), hubId: HubId }),
    summary: z.strictObject({
      drifted: Count,
      inSync: Count,
      unverifiable: Count,
      foreign: Count.describe('Resources with options or stages that other users added; these are not drift.'),
    }),
    resources: z.array(
      z.strictObject({
        address: AddressString,
        kind: Kind,
        status: z.enum(DRIFT_STATUSES),
        basis: BasisName,
        fields: z.array(Field),
        foreign: Foreign.exactOptional(),
        changedBy: z.string().describe('Name of the user, or the id if the service tells no name.').exactOptional(),
        changedAt: Time.exactOptional(),
        appliedAt: Time.describe('When it was last applied or recorded.'),
        recordedOnly: z
          .literal(true)
          .describe('trueup never wrote it: it was found in the account and recorded.')
          .exactOptional(),
        undeclared: z
          .literal(true)
          .describe('The files no longer declare it. An apply or a pull leaves a change of it as it is.')
          .exactOptional(),
        reason: z.string().exactOptional(),
      }),
    ),
    open: z
      .array(OpenCallDocument)
      .describe('Unsettled calls of trueup runs. The values that they wrote are not drift.')
      .exactOptional(),
    findings: z.array(FindingDocument),
  })
  .describe('Differences between the account and the last applied state.');
