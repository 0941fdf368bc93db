/** Pipelines, stages and their changes as replies show them (interface 11.9; assumption A81). */

import type { z } from 'zod';
import { defined } from '../../contract/defined.ts';
import type { Pipeline, PipelineWrite, Stage, StageUpdate } from '../../contract/pipelines.ts';
import type { StoredPipeline, StoredStage } from '../model/pipeline.ts';
import type { PipelineChangeRow } from '../store/tables.ts';
import { shownMetadata } from './stage-metadata.ts';

type StageReply = z.input<ReturnType<typeof Stage>>;
type PipelineReply = z.input<ReturnType<typeof Pipeline>>;

export function pipelineReply(objectType: string, pipeline: StoredPipeline): PipelineReply {
  const { id, label, displayOrder, stages, createdAt, updatedAt } = pipeline;
  return {
    id,
    label,
    displayOrder,
    stages: stages.map((stage) => stageReply(objectType, stage, updatedAt)),
    archived: false,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

/** `updatedAt` is the time of the pipeline: every write to it touches all of its stages. */
export function stageReply(objectType: string, stage: StoredStage, updatedAt: number): StageReply {
  const { id, label, displayOrder, metadata, writePermissions, createdAt } = stage;
  return {
    id,
    label,
    displayOrder,
    metadata: shownMetadata(objectType, metadata),
    writePermissions,
    archived: false,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

/** Returns the reply to a write: the members that were sent, over the earlier stage. So `isClosed` can be out of date. */
export function echoedStage(before: StageReply, { label, displayOrder, metadata = {} }: StageUpdate): StageReply {
  return { ...before, ...defined({ label, displayOrder }), metadata: { ...before.metadata, ...metadata } };
}

/** Returns the reply to the write of a whole pipeline. Each stage shows the members that were sent, over the earlier stage of its id. */
export function echoedPipeline(
  objectType: string,
  { before, after }: { readonly before?: StoredPipeline; readonly after: StoredPipeline },
  { stages }: PipelineWrite,
): PipelineReply {
  return {
    ...pipelineReply(objectType, after),
    stages: after.stages.map((stage, index) => {
      const earlier = before?.stages.find(({ id }) => id === stage.id) ?? stage;
      return echoedStage(stageReply(objectType, earlier, after.updatedAt), stages[index] ?? {});
    }),
  };
}

export function changeReply({ hub_id, pipeline_id, stage_id, action, user_id, changed_at }: PipelineChangeRow) {
  return {
    action,
    identifier: stage_id === '' ? pipeline_id : stage_id,
    portalId: hub_id,
    fromUserId: user_id,
    timestamp: new Date(changed_at).toISOString(),
  };
}
