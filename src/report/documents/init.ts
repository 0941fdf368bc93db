/** The JSON document of a new project, as a schema. */

import { z } from 'zod';
import { SURFACES } from '../../contract/surfaces.ts';
import { INIT_FORMAT } from './formats.ts';
import { Count, HubId } from './parts.ts';

export const InitDocument = z
  .strictObject({
    format: z.literal(INIT_FORMAT),
    account: z.strictObject({
      name: z.string(),
      hubId: HubId.describe('Null if it is not known yet.'),
      surface: z.enum(SURFACES),
    }),
    written: z.array(z.string()).describe('Files that were made, and .gitignore if lines were added to it.'),
    pulled: z
      .strictObject({
        complete: z.boolean().describe('False if a read failed.'),
        resources: Count.describe('Resources that the files declare.'),
        left: Count.describe('What the account has and the files do not declare.'),
        recorded: Count.describe('Resources that were recorded in the ledger.'),
      })
      .nullable()
      .describe('Null if the files are examples.'),
  })
  .describe('A project that was started, as printed by trueup init --json.');
export type InitDocument = z.infer<typeof InitDocument>;
