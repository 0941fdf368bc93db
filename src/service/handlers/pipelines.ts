/** The endpoints of pipelines, of their audit, and of their limits (interface 11.9). */

import { findObjectTypeId } from '../../contract/object-types.ts';
import { PIPELINE_TYPES } from '../../contract/pipelines.ts';
import { checkHasPipelines, type PipelineEditor } from '../data/pipeline-checks.ts';
import { CUSTOM_TYPES, countPipelines } from '../data/pipeline-limits.ts';
import { changeReply, echoedPipeline, pipelineReply } from '../data/pipeline-replies.ts';
import * as writes from '../data/pipeline-writes.ts';
import type { StoredPipeline } from '../model/pipeline.ts';
import { withoutBody } from '../model/refusal.ts';
import { listChanges } from '../store/pipelines.ts';
import type { Handler, HandlerCall } from './handler.ts';

export const listPipelines: Handler<'listPipelines'> = async ({ params, pipelinesOf }) => {
  const type = params.object_type;
  checkHasPipelines(type);
  return { body: { results: (await pipelinesOf(type)).map((pipeline) => pipelineReply(type, pipeline)) } };
};

export const readPipeline: Handler<'readPipeline'> = async (call) => ({
  body: pipelineReply(call.params.object_type, await seenPipeline(call)),
});

export const createPipeline: Handler<'createPipeline'> = async (call) => {
  const after = await writes.createPipeline(createEditor(call), call.body);
  return { body: echoedPipeline(call.params.object_type, { after }, call.body) };
};

export const updatePipeline: Handler<'updatePipeline'> = async (call) => {
  const { object_type, pipelineId } = call.params;
  return { body: pipelineReply(object_type, await writes.updatePipeline(createEditor(call), pipelineId, call.body)) };
};

export const replacePipeline: Handler<'replacePipeline'> = async (call) => {
  const { object_type, pipelineId } = call.params;
  const replaced = await writes.replacePipeline(createEditor(call), pipelineId, call.body);
  return { body: echoedPipeline(object_type, replaced, call.body) };
};

/** The flags of the query have no effect: records are always checked (assumption A81). */
export const deletePipeline: Handler<'deletePipeline'> = async (call) => {
  await writes.deletePipeline(createEditor(call), call.params.pipelineId);
  return { body: undefined };
};

/** Lists the changes of the pipeline itself, not those of its stages (assumption A82). */
export const readPipelineAudit: Handler<'readPipelineAudit'> = async ({ db, identity, params }) => {
  const { object_type: objectType, pipelineId } = params;
  await writes.existingPipeline({ db, hubId: identity.hubId, objectType }, pipelineId);
  const changes = await listChanges(db, identity.hubId, { objectType, pipelineId, stageId: '' });
  return { body: { results: changes.map(changeReply) } };
};

export const readPipelineLimits: Handler<'readPipelineLimits'> = async ({ db, identity }) => {
  const counts: { objectTypeId: string; limit: number; usage: number }[] = [];
  for (const type of PIPELINE_TYPES) {
    counts.push({ objectTypeId: findObjectTypeId(type), ...(await countPipelines(db, identity.hubId, type)) });
  }
  const { limit, usage } = await countPipelines(db, identity.hubId, CUSTOM_TYPES);
  return {
    body: { hubspotDefinedObjectTypes: counts, customObjectTypes: { overallLimit: limit, overallUsage: usage } },
  };
};

type InPipeline = Pick<HandlerCall<'readPipeline'>, 'params' | 'pipelinesOf'>;

/** Returns the pipeline as this call may see it. Throws an empty 404 if the pipeline does not exist. */
export async function seenPipeline({ params, pipelinesOf }: InPipeline): Promise<StoredPipeline> {
  checkHasPipelines(params.object_type);
  const pipeline = (await pipelinesOf(params.object_type)).find(({ id }) => id === params.pipelineId);
  if (pipeline === undefined) throw withoutBody(404);
  return pipeline;
}

type Writing = Pick<HandlerCall<'createPipeline'>, 'db' | 'now' | 'identity' | 'params'>;

export function createEditor({ db, now, identity, params }: Writing): PipelineEditor {
  return { db, now, hubId: identity.hubId, userId: identity.userId, objectType: params.object_type };
}
