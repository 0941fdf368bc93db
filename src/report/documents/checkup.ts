/** The JSON document of a checkup, as a schema. */

import { z } from 'zod';
import { SURFACES } from '../../contract/surfaces.ts';
import { CHECK_NAMES, CHECK_STATUSES, CHECKUP_FORMAT } from '../../model/checkup.ts';
import { advice } from './fix.ts';
import { HubId } from './parts.ts';

const Capability = z.strictObject({ what: z.string(), how: z.string() });

export const CheckupDocument = z
  .strictObject({
    format: z.literal(CHECKUP_FORMAT),
    account: z.strictObject({
      name: z.string().nullable().describe('Null if no account is chosen.'),
      hubId: HubId.describe('As configured or recorded, else as the service says; null if nobody says it.'),
      baseUrl: z.string().nullable(),
      surface: z.enum(SURFACES).nullable(),
    }),
    checks: z
      .array(
        z.strictObject({
          check: z.enum(CHECK_NAMES),
          status: z
            .enum(CHECK_STATUSES)
            .describe(
              'problem: something does not work until it is resolved. warning: it works, or could not be checked.',
            ),
          code: z.string().optional().describe('Code of a finding, which trueup explain describes.'),
          message: z.string(),
          ...advice,
        }),
      )
      .describe('Each name at least once. The name github needs the flag --github.'),
    works: z.array(Capability),
    fails: z.array(Capability).describe('What does not work with this account as it is.'),
  })
  .describe('What works with an account and what does not, as printed by trueup doctor --json.');
