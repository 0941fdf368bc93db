/** The JSON document of everything that is known of one address, as a schema. */

import { z } from 'zod';
import { EXPLANATION_FORMAT, SIGHTINGS } from '../../model/explanation.ts';
import { AddressString } from './address.ts';
import { RecordDocument } from './ledger.ts';
import { LiveDocument } from './list.ts';
import { AnyFields, FindingDocument, HubId, Kind, OverrideDocument, Provenance } from './parts.ts';
import { ChangeDocument } from './plan.ts';

export const ExplanationDocument = z
  .strictObject({
    format: z.literal(EXPLANATION_FORMAT),
    account: z.strictObject({ name: z.string(), hubId: HubId }),
    address: AddressString,
    asked: AddressString.optional().describe('The address as it was asked for, if that is another spelling.'),
    hint: z.string().optional().describe('Which address may be meant, if nothing is known of this one.'),
    kind: Kind,
    declared: z
      .strictObject({ fields: AnyFields, provenance: Provenance, overrides: z.array(OverrideDocument).exactOptional() })
      .nullable()
      .describe('Null if no file declares it.'),
    sighting: z
      .enum(SIGHTINGS)
      .describe('Whether it is in the account. unknown: not read, or only the ledger could tell and does not.'),
    live: LiveDocument.nullable().describe('What the account has, or has archived under the name.'),
    recorded: RecordDocument.nullable().describe('What was last applied, from the ledger.'),
    change: ChangeDocument.nullable().describe('What the next plan does with it.'),
    findings: z.array(FindingDocument).describe('Findings of the plan that are about it.'),
  })
  .describe('Everything that is known of one address, as printed by trueup explain ADDRESS --json.');
