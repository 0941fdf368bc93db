/** Pipelines, their limits and the records in their stages, as a seed gives them to an account. */

import { z } from 'zod';
import { WRITE_PERMISSIONS } from '../model/pipeline.ts';

/** Returns the keys of an account. `filled` and `objectType` are texts that the store can keep. */
export function pipelineSeeds({
  filled,
  objectType,
}: {
  readonly filled: z.ZodString;
  readonly objectType: z.ZodString;
}) {
  const SeedStage = z.strictObject({
    id: filled,
    label: filled,
    displayOrder: z.int().optional().describe('Defaults to the position in the list.'),
    metadata: z
      .record(filled, filled)
      .optional()
      .describe('`probability` for deals, `ticketState` for tickets, `state` for other object types.'),
    writePermissions: z.enum(WRITE_PERMISSIONS).optional().describe('Calls can change a stage with the first value.'),
  });
  const SeedPipeline = z.strictObject({
    objectType,
    id: filled,
    label: filled,
    displayOrder: z.int().optional().describe('Defaults to 0.'),
    stages: z.array(SeedStage),
  });
  return {
    pipelines: z.array(SeedPipeline).default([]).describe('Pipelines in addition to those that every account has.'),
    pipelineLimits: z
      .array(z.strictObject({ objectType, limit: z.int().min(0) }))
      .default([])
      .describe('Maximum number of pipelines, not counting the default pipeline. Custom object types share a limit.'),
    stageRecords: z
      .array(z.strictObject({ objectType, stage: filled, count: z.int().min(1).max(1000) }))
      .default([])
      .describe('Number of records in a stage, so that it cannot be deleted.'),
  };
}
