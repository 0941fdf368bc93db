/** The endpoints of the stages of a pipeline (interface 11.9). */

import { checkHasPipelines } from '../data/pipeline-checks.ts';
import { changeReply, echoedStage, stageReply } from '../data/pipeline-replies.ts';
import { existingPipeline } from '../data/pipeline-writes.ts';
import * as writes from '../data/stage-writes.ts';
import { Refusal } from '../model/refusal.ts';
import { listChanges } from '../store/pipelines.ts';
import type { Handler } from './handler.ts';
import { createEditor, seenPipeline } from './pipelines.ts';

/** A missing pipeline is a 404 in JSON here, without a category. */
export const listStages: Handler<'listStages'> = async ({ params, pipelinesOf }) => {
  const { object_type, pipelineId } = params;
  checkHasPipelines(object_type);
  const pipeline = (await pipelinesOf(object_type)).find(({ id }) => id === pipelineId);
  if (pipeline === undefined) throw new Refusal(404, { message: `No pipeline has the id ${pipelineId}.` });
  const { stages, updatedAt } = pipeline;
  return { body: { results: stages.map((stage) => stageReply(object_type, stage, updatedAt)) } };
};

export const readStage: Handler<'readStage'> = async (call) => {
  const pipeline = await seenPipeline(call);
  const stage = writes.existingStage(pipeline, call.params.stageId);
  return { body: stageReply(call.params.object_type, stage, pipeline.updatedAt) };
};

export const createStage: Handler<'createStage'> = async (call) => {
  const { object_type, pipelineId } = call.params;
  const stage = await writes.createStage(createEditor(call), pipelineId, call.body);
  return { body: echoedStage(stageReply(object_type, stage, call.now), call.body) };
};

export const updateStage: Handler<'updateStage'> = async (call) => {
  const { object_type, pipelineId, stageId } = call.params;
  const before = await writes.updateStage(createEditor(call), pipelineId, stageId, call.body);
  return { body: echoedStage(stageReply(object_type, before, call.now), call.body) };
};

/** Answers 204 for every id (assumption A81). */
export const deleteStage: Handler<'deleteStage'> = async (call) => {
  await writes.deleteStage(createEditor(call), call.params.pipelineId, call.params.stageId);
  return { body: undefined };
};

export const readStageAudit: Handler<'readStageAudit'> = async ({ db, identity, params }) => {
  const { object_type: objectType, pipelineId, stageId } = params;
  const { hubId } = identity;
  writes.existingStage(await existingPipeline({ db, hubId, objectType }, pipelineId), stageId);
  const changes = await listChanges(db, hubId, { objectType, pipelineId, stageId });
  return { body: { results: changes.map(changeReply) } };
};
