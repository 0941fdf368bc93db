/** Creating, changing, replacing and deleting pipelines: the rules that calls, seeds and people share (interface 11.9). */

import { isStandardObjectType } from '../../contract/object-types.ts';
import type { PipelineUpdate, PipelineWrite, StageCreate } from '../../contract/pipelines.ts';
import type { StoredPipeline, StoredStage } from '../model/pipeline.ts';
import { alreadyExists, invalid, invalidMember, notFound, Refusal, withoutBody } from '../model/refusal.ts';
import { nextNumber } from '../store/open.ts';
import {
  addChange,
  deletePipelineRow,
  findPipeline,
  listPipelineIds,
  listPipelines,
  savePipeline,
} from '../store/pipelines.ts';
import { isDefaultPipeline } from './default-pipelines.ts';
import {
  checkEditable,
  checkId,
  checkPipelineLabel,
  checkReopening,
  checkStageLabel,
  checkStages,
  checkUnused,
  checkWritable,
  isSame,
  type PipelineEditor,
} from './pipeline-checks.ts';
import { checkRoom } from './pipeline-limits.ts';
import { addPipelineProperties } from './pipeline-properties.ts';
import { storedMetadata } from './stage-metadata.ts';
import { checkOrder, withoutTies } from './stage-order.ts';

/** Creates the pipeline with its stages. The first pipeline of a custom object type adds two properties. */
export async function createPipeline(editor: PipelineEditor, body: PipelineWrite): Promise<StoredPipeline> {
  const { db, hubId, objectType, now } = editor;
  checkEditable(objectType);
  const held = await listPipelines(db, hubId, objectType);
  const id = await newPipelineId(editor, body.pipelineId);
  checkStagesFree(body.stages, held);
  checkPipelineLabel(body.label, held);
  checkOrder(body.displayOrder);
  const stages = withoutTies(await buildStages(editor, body.stages, []));
  const { label, displayOrder } = body;
  const pipeline: StoredPipeline = { id, label, displayOrder, stages, createdAt: now, updatedAt: now };
  checkStages(objectType, pipeline);
  await checkRoom(db, hubId, objectType);
  if (!isStandardObjectType(objectType)) await addPipelineProperties(editor);
  await savePipeline(db, hubId, objectType, pipeline);
  await recordChange(editor, 'CREATE', id);
  for (const stage of stages) await recordChange(editor, 'CREATE', id, stage.id);
  return pipeline;
}

/** Changes the members that are given. The stages stay. */
export async function updatePipeline(
  editor: PipelineEditor,
  id: string,
  { label, displayOrder }: PipelineUpdate,
): Promise<StoredPipeline> {
  const { db, hubId, objectType } = editor;
  checkEditable(objectType);
  const before = await existingPipeline(editor, id);
  if (label !== undefined) checkPipelineLabel(label, await othersThan(editor, id));
  checkOrder(displayOrder);
  const after = {
    ...before,
    label: label ?? before.label,
    displayOrder: displayOrder ?? before.displayOrder,
    updatedAt: editor.now,
  };
  await savePipeline(db, hubId, objectType, after);
  await recordChange(editor, 'UPDATE', id);
  return after;
}

/** Replaces the pipeline. Deletes the stages that the body omits, and creates a stage for each stage without an id. */
export async function replacePipeline(
  editor: PipelineEditor,
  id: string,
  body: PipelineWrite,
): Promise<{ readonly before: StoredPipeline; readonly after: StoredPipeline }> {
  const { db, hubId, objectType, now } = editor;
  checkEditable(objectType);
  const before = await existingPipeline(editor, id);
  if (body.pipelineId !== undefined && body.pipelineId !== id) {
    throw invalidMember('pipelineId', 'The id of a pipeline cannot be changed.');
  }
  const others = await othersThan(editor, id);
  checkStagesFree(body.stages, others);
  checkPipelineLabel(body.label, others);
  checkOrder(body.displayOrder);
  const stages = withoutTies(await buildStages(editor, body.stages, before.stages));
  const after = { ...before, label: body.label, displayOrder: body.displayOrder, stages, updatedAt: now };
  checkStages(objectType, after);
  const left = before.stages.filter((stage) => !stages.some((held) => held.id === stage.id));
  left.forEach(checkWritable);
  await checkUnused(editor, left);
  await savePipeline(db, hubId, objectType, after);
  await recordChange(editor, 'UPDATE', id);
  for (const stage of left) await recordChange(editor, 'DELETE', id, stage.id);
  for (const stage of stages) {
    const isKept = before.stages.some((held) => held.id === stage.id);
    await recordChange(editor, isKept ? 'UPDATE' : 'CREATE', id, stage.id);
  }
  return { before, after };
}

/** Deletes the pipeline permanently. Throws a 404 if it does not exist, and a 400 if it is the default pipeline or has records. */
export async function deletePipeline(editor: PipelineEditor, id: string): Promise<void> {
  const { db, hubId, objectType } = editor;
  checkEditable(objectType);
  const pipeline = await findPipeline(db, hubId, objectType, id);
  // Only this call and the list of stages refuse a missing pipeline in JSON.
  if (pipeline === undefined) throw notFound(`No pipeline has the id ${id}.`);
  if (isDefaultPipeline(objectType, id)) throw invalid(`The default pipeline ${id} cannot be deleted.`);
  pipeline.stages.forEach(checkWritable);
  await checkUnused(editor, pipeline.stages);
  await deletePipelineRow(db, hubId, objectType, id);
  await recordChange(editor, 'DELETE', id);
  for (const stage of pipeline.stages) await recordChange(editor, 'DELETE', id, stage.id);
}

/** Throws an empty 404 if the pipeline does not exist. */
export async function existingPipeline(
  { db, hubId, objectType }: Pick<PipelineEditor, 'db' | 'hubId' | 'objectType'>,
  id: string,
): Promise<StoredPipeline> {
  const pipeline = await findPipeline(db, hubId, objectType, id);
  if (pipeline === undefined) throw withoutBody(404);
  return pipeline;
}

export async function othersThan({ db, hubId, objectType }: PipelineEditor, id: string) {
  return (await listPipelines(db, hubId, objectType)).filter((pipeline) => pipeline.id !== id);
}

/** Returns an id that the object type does not have, as a number. */
export async function nextStageId(editor: PipelineEditor): Promise<string> {
  const taken = new Set((await othersThan(editor, '')).flatMap(({ stages }) => stages.map(({ id }) => id)));
  for (;;) {
    const id = String(await nextNumber(editor.db, 'pipeline-stage', FIRST_STAGE));
    if (!taken.has(id)) return id;
  }
}

const FIRST_PIPELINE = 700_000_001;
const FIRST_STAGE = 1_000_000_001;

/** Adds a change to the audit of the pipeline, or of a stage. */
export async function recordChange(
  { db, hubId, userId, objectType, now }: PipelineEditor,
  action: 'CREATE' | 'UPDATE' | 'DELETE',
  pipelineId: string,
  stageId = '',
): Promise<void> {
  await addChange(db, {
    hub_id: hubId,
    object_type: objectType,
    pipeline_id: pipelineId,
    stage_id: stageId,
    action,
    user_id: userId,
    changed_at: now,
  });
}

/** Throws a 400 if the object type has the id, and a misleading 409 if another object type has it. */
async function newPipelineId({ db, hubId, objectType }: PipelineEditor, given: string | undefined): Promise<string> {
  if (given !== undefined) checkId('pipelineId', given);
  const held = await listPipelineIds(db, hubId);
  const findHolder = (id: string) => held.find((pipeline) => isSame(pipeline.id, id))?.objectType;
  if (given === undefined) {
    for (;;) {
      const id = String(await nextNumber(db, 'pipeline', FIRST_PIPELINE));
      if (findHolder(id) === undefined) return id;
    }
  }
  const holder = findHolder(given);
  if (holder === objectType) throw invalid(`There is another pipeline in this account with the pipelineId ${given}.`);
  if (holder !== undefined) throw stageTaken();
  return given;
}

/** Throws a 409 if another pipeline has one of the stage ids. */
function checkStagesFree(inputs: readonly StageCreate[], others: readonly StoredPipeline[]): void {
  const taken = others.flatMap(({ stages }) => stages.map(({ id }) => id));
  if (inputs.some(({ stageId = '' }) => taken.some((id) => isSame(id, stageId)))) throw stageTaken();
}

/** Returns the stages of a whole pipeline in the order of the request. `kept` are the stages that it has. */
async function buildStages(
  editor: PipelineEditor,
  inputs: readonly StageCreate[],
  kept: readonly StoredStage[],
): Promise<readonly StoredStage[]> {
  const stages: StoredStage[] = [];
  for (const { stageId, label, displayOrder, metadata = {} } of inputs) {
    if (stageId !== undefined) checkId('stageId', stageId);
    if (stages.some(({ id }) => isSame(id, stageId ?? ''))) {
      throw new Refusal(400, { message: `Two stages of the request have the id ${stageId}.` });
    }
    checkStageLabel(label, stages, 'pipeline');
    checkOrder(displayOrder);
    const before = kept.find(({ id }) => id === stageId);
    const stage: StoredStage = {
      id: stageId ?? (await nextStageId(editor)),
      label,
      displayOrder,
      metadata: storedMetadata(editor.objectType, metadata, before?.metadata),
      writePermissions: before?.writePermissions ?? 'CRM_PERMISSIONS_ENFORCEMENT',
      createdAt: before?.createdAt ?? editor.now,
    };
    if (before !== undefined) {
      if (isChanged(before, stage)) checkWritable(before);
      await checkReopening(editor, before, stage);
    }
    stages.push(stage);
  }
  return stages;
}

function isChanged(before: StoredStage, after: StoredStage): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

/** Returns the 409 for a taken id. Its words speak of stages also if another object type has the id of the pipeline. */
function stageTaken(): Refusal {
  return alreadyExists('There is another pipeline in this account with one of the same stages.', {
    subCategory: 'PipelineError.STAGE_ID_EXISTS_IN_ANOTHER_PIPELINE',
  });
}
