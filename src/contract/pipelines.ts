/** Bodies and replies of pipelines and their stages (interface 11.9). */

import { z } from 'zod';
import { lazy } from './lazy.ts';
import { isStandardObjectType } from './object-types.ts';
import { onePage } from './one-page.ts';
import { flag, integer, maybeFlag, maybeInteger, maybeText, optionalInteger, optionalText, text } from './shapes.ts';

/** Longest id of a pipeline and of a stage, in characters. The service answers 500 to a longer one (assumption A78). */
export const LONGEST_PIPELINE_ID = 36;
export const LONGEST_STAGE_ID = 100;

/** Longest label of a pipeline (assumption A83). */
export const LONGEST_PIPELINE_LABEL = 36;

/** Maximum number of stages in a pipeline of this object type, by its canonical name (assumption A79). */
export function mostStages(objectType: string): number {
  return FEWER_STAGES.some((type) => type === objectType) ? 30 : 100;
}

/** Abilities of pipelines by canonical object type. `read`: it is unknown whether they can be written. */
export function pipelineAccess(objectType: string): 'write' | 'read' | 'none' {
  if (!isStandardObjectType(objectType) || PIPELINE_TYPES.some((type) => type === objectType)) return 'write';
  return ['contacts', 'companies'].includes(objectType) ? 'read' : 'none';
}

const FEWER_STAGES = ['leads', 'orders', 'appointments', 'courses', 'listings', 'services'] as const;
/** Standard object types whose pipelines calls can change. Every custom object type has pipelines too. */
export const PIPELINE_TYPES = ['deals', 'tickets', ...FEWER_STAGES] as const;

/**
 * Member of the metadata with the meaning of a stage, by canonical object type. Undefined for standard object types
 * whose metadata is not known (assumption A80).
 */
export function stageMember(objectType: string): 'probability' | 'ticketState' | 'state' | undefined {
  if (objectType === 'deals') return 'probability';
  if (objectType === 'tickets') return 'ticketState';
  return isStandardObjectType(objectType) ? undefined : 'state';
}

export const STAGE_STATES = ['OPEN', 'CLOSED'] as const;

/** Values are texts, also of a probability. Keys that the object type does not have are dropped. */
const metadata = lazy(() => z.record(text, text));

export const StageCreate = lazy(() =>
  z.strictObject({
    label: text,
    displayOrder: integer,
    metadata: metadata().optional(),
    stageId: optionalText,
  }),
);
export type StageCreate = z.infer<ReturnType<typeof StageCreate>>;

/** Partial: missing members keep their values. */
export const StageUpdate = lazy(() =>
  z.strictObject({
    label: optionalText,
    displayOrder: optionalInteger,
    metadata: metadata().optional(),
  }),
);
export type StageUpdate = z.infer<ReturnType<typeof StageUpdate>>;

/** Body of a create, and of a replacement. A replacement removes every stage that it leaves out. */
export const PipelineWrite = lazy(() =>
  z.strictObject({
    label: text,
    displayOrder: integer,
    stages: z.array(StageCreate()),
    pipelineId: optionalText,
  }),
);
export type PipelineWrite = z.infer<ReturnType<typeof PipelineWrite>>;

/** Partial: missing members keep their values. */
export const PipelineUpdate = lazy(() => z.strictObject({ label: optionalText, displayOrder: optionalInteger }));
export type PipelineUpdate = z.infer<ReturnType<typeof PipelineUpdate>>;

/** Checks of the records that use the pipeline. In version 2026-09 the flags have no effect: records are always checked (assumption A81). */
export const PipelineRemoval = lazy(() =>
  z.strictObject({
    validateDealStageUsagesBeforeDelete: z.enum(['true', 'false']).optional(),
    validateReferencesBeforeDelete: z.enum(['true', 'false']).optional(),
  }),
);

export const Stage = lazy(() =>
  z.looseObject({
    id: text,
    label: text,
    displayOrder: integer,
    metadata: z.record(text, z.union([text, z.number(), flag]).nullish()).nullish(),
    writePermissions: maybeText,
    archived: maybeFlag,
    createdAt: maybeText,
    updatedAt: maybeText,
  }),
);
export type Stage = z.infer<ReturnType<typeof Stage>>;

/** The reply to a write repeats the request. Only a read shows the stored pipeline (assumption A81). */
export const Pipeline = lazy(() =>
  z.looseObject({
    id: text,
    label: text,
    displayOrder: integer,
    stages: z.array(Stage()),
    archived: maybeFlag,
    createdAt: maybeText,
    updatedAt: maybeText,
  }),
);
export type Pipeline = z.infer<ReturnType<typeof Pipeline>>;

/** All pipelines of the object type with all stages, in one page. */
export const Pipelines = lazy(() => onePage(z.array(Pipeline())));

export const Stages = lazy(() => onePage(z.array(Stage())));

/** Changes of a pipeline or a stage, the newest first. */
export const PipelineAudit = lazy(() =>
  z.looseObject({
    results: z.array(
      z.looseObject({
        action: text,
        identifier: text,
        portalId: integer,
        fromUserId: maybeInteger,
        message: maybeText,
        timestamp: maybeText,
      }),
    ),
  }),
);
export type PipelineAudit = z.infer<ReturnType<typeof PipelineAudit>>;

/** Limit and number of pipelines, without the default pipeline: for each standard object type, and for all custom objects together. */
export const PipelineLimits = lazy(() =>
  z.looseObject({
    hubspotDefinedObjectTypes: z.array(z.looseObject({ objectTypeId: text, limit: integer, usage: integer })),
    customObjectTypes: z.looseObject({ overallLimit: maybeInteger, overallUsage: maybeInteger }).nullish(),
  }),
);
export type PipelineLimits = z.infer<ReturnType<typeof PipelineLimits>>;
