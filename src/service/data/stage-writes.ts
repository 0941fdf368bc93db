/** Creating, changing and deleting a single stage: the rules that calls and people share (interface 11.9). */

import type { StageCreate, StageUpdate } from '../../contract/pipelines.ts';
import type { StoredPipeline, StoredStage } from '../model/pipeline.ts';
import { Refusal, withoutBody } from '../model/refusal.ts';
import { findPipeline, savePipeline } from '../store/pipelines.ts';
import {
  checkEditable,
  checkId,
  checkReopening,
  checkStageLabel,
  checkStages,
  checkUnused,
  checkWritable,
  isSame,
  type PipelineEditor,
} from './pipeline-checks.ts';
import { existingPipeline, nextStageId, othersThan, recordChange } from './pipeline-writes.ts';
import { storedMetadata } from './stage-metadata.ts';
import { checkOrder, withStage } from './stage-order.ts';

/** Returns the new stage. Throws a 400 if a pipeline of the object type has its id. */
export async function createStage(
  editor: PipelineEditor,
  pipelineId: string,
  { stageId, label, displayOrder, metadata = {} }: StageCreate,
): Promise<StoredStage> {
  const { objectType, now } = editor;
  checkEditable(objectType);
  const pipeline = await existingPipeline(editor, pipelineId);
  if (stageId !== undefined) {
    checkId('stageId', stageId);
    const held = [pipeline, ...(await othersThan(editor, pipelineId))].flatMap(({ stages }) => stages);
    if (held.some(({ id }) => isSame(id, stageId))) {
      throw new Refusal(400, { message: `An active stage is already using the stage id ${stageId}.` });
    }
  }
  checkStageLabel(label, pipeline.stages, 'stage');
  checkOrder(displayOrder);
  const stage: StoredStage = {
    id: stageId ?? (await nextStageId(editor)),
    label,
    displayOrder,
    metadata: storedMetadata(objectType, metadata),
    writePermissions: 'CRM_PERMISSIONS_ENFORCEMENT',
    createdAt: now,
  };
  await saveStages(editor, pipeline, withStage(pipeline.stages, stage));
  await recordChange(editor, 'CREATE', pipelineId, stage.id);
  return stage;
}

/** Changes the members that are given. Returns the stage as it was. */
export async function updateStage(
  editor: PipelineEditor,
  pipelineId: string,
  stageId: string,
  { label, displayOrder, metadata = {} }: StageUpdate,
): Promise<StoredStage> {
  checkEditable(editor.objectType);
  const pipeline = await existingPipeline(editor, pipelineId);
  const before = existingStage(pipeline, stageId);
  checkWritable(before);
  const others = pipeline.stages.filter((stage) => stage !== before);
  if (label !== undefined) checkStageLabel(label, others, 'stage');
  checkOrder(displayOrder);
  const after: StoredStage = {
    ...before,
    label: label ?? before.label,
    displayOrder: displayOrder ?? before.displayOrder,
    metadata: storedMetadata(editor.objectType, metadata, before.metadata),
  };
  await checkReopening(editor, before, after);
  await saveStages(editor, pipeline, withStage(pipeline.stages, after));
  await recordChange(editor, 'UPDATE', pipelineId, stageId);
  return before;
}

/** Returns false, and changes nothing, if the stage is missing in the pipeline. Throws a 400 for the last stage and for a stage with records. */
export async function deleteStage(editor: PipelineEditor, pipelineId: string, stageId: string): Promise<boolean> {
  const { db, hubId, objectType } = editor;
  checkEditable(objectType);
  const pipeline = await findPipeline(db, hubId, objectType, pipelineId);
  const stage = pipeline?.stages.find(({ id }) => id === stageId);
  if (pipeline === undefined || stage === undefined) return false;
  checkWritable(stage);
  await checkUnused(editor, [stage]);
  await saveStages(
    editor,
    pipeline,
    pipeline.stages.filter(({ id }) => id !== stageId),
  );
  await recordChange(editor, 'DELETE', pipelineId, stageId);
  return true;
}

/** Throws an empty 404 if the stage is missing in the pipeline. */
export function existingStage({ stages }: StoredPipeline, stageId: string): StoredStage {
  const stage = stages.find(({ id }) => id === stageId);
  if (stage === undefined) throw withoutBody(404);
  return stage;
}

async function saveStages(editor: PipelineEditor, pipeline: StoredPipeline, stages: StoredPipeline['stages']) {
  const { db, hubId, objectType, now } = editor;
  checkStages(objectType, { id: pipeline.id, stages });
  await savePipeline(db, hubId, objectType, { ...pipeline, stages, updatedAt: now });
}
