/** Pipelines and their stages (interface 11.9). */

import type { Endpoint } from '../endpoint.ts';
import {
  Pipeline,
  PipelineAudit,
  PipelineLimits,
  PipelineRemoval,
  Pipelines,
  PipelineUpdate,
  PipelineWrite,
  Stage,
  StageCreate,
  Stages,
  StageUpdate,
} from '../pipelines.ts';
import { get, json, remove } from './dated.ts';

const pipelines = { version: 'pipelines', section: '11.9' } as const;

export const PIPELINES = {
  listPipelines: {
    ...get,
    ...pipelines,
    path: '/crm/pipelines/{version}/{object_type}',
    reply: Pipelines,
  },
  readPipeline: {
    ...get,
    ...pipelines,
    path: '/crm/pipelines/{version}/{object_type}/{pipelineId}',
    reply: Pipeline,
  },
  createPipeline: {
    ...json,
    ...pipelines,
    method: 'POST',
    path: '/crm/pipelines/{version}/{object_type}',
    effect: 'natural-key-create',
    body: PipelineWrite,
    reply: Pipeline,
    status: 201,
  },
  updatePipeline: {
    ...json,
    ...pipelines,
    method: 'PATCH',
    path: '/crm/pipelines/{version}/{object_type}/{pipelineId}',
    effect: 'set',
    body: PipelineUpdate,
    reply: Pipeline,
    status: 200,
  },
  /** Removes stages for good, so trueup never calls it. */
  replacePipeline: {
    ...json,
    ...pipelines,
    method: 'PUT',
    path: '/crm/pipelines/{version}/{object_type}/{pipelineId}',
    effect: 'set',
    body: PipelineWrite,
    query: PipelineRemoval,
    reply: Pipeline,
    status: 200,
  },
  deletePipeline: {
    ...remove,
    ...pipelines,
    path: '/crm/pipelines/{version}/{object_type}/{pipelineId}',
    query: PipelineRemoval,
    sends: { validateDealStageUsagesBeforeDelete: 'true', validateReferencesBeforeDelete: 'true' },
  },
  readPipelineAudit: {
    ...get,
    ...pipelines,
    path: '/crm/pipelines/{version}/{object_type}/{pipelineId}/audit',
    reply: PipelineAudit,
  },
  listStages: {
    ...get,
    ...pipelines,
    path: '/crm/pipelines/{version}/{object_type}/{pipelineId}/stages',
    reply: Stages,
  },
  readStage: {
    ...get,
    ...pipelines,
    path: '/crm/pipelines/{version}/{object_type}/{pipelineId}/stages/{stageId}',
    reply: Stage,
  },
  createStage: {
    ...json,
    ...pipelines,
    method: 'POST',
    path: '/crm/pipelines/{version}/{object_type}/{pipelineId}/stages',
    effect: 'natural-key-create',
    body: StageCreate,
    reply: Stage,
    status: 201,
  },
  updateStage: {
    ...json,
    ...pipelines,
    method: 'PATCH',
    path: '/crm/pipelines/{version}/{object_type}/{pipelineId}/stages/{stageId}',
    effect: 'set',
    body: StageUpdate,
    reply: Stage,
    status: 200,
  },
  /** Answers 204 for every id. Only a read of the pipeline proves that the stage is gone. */
  deleteStage: {
    ...remove,
    ...pipelines,
    path: '/crm/pipelines/{version}/{object_type}/{pipelineId}/stages/{stageId}',
  },
  readStageAudit: {
    ...get,
    ...pipelines,
    path: '/crm/pipelines/{version}/{object_type}/{pipelineId}/stages/{stageId}/audit',
    reply: PipelineAudit,
  },
  readPipelineLimits: {
    ...get,
    ...pipelines,
    path: '/crm/limits/{version}/pipelines',
    reply: PipelineLimits,
  },
} as const satisfies Record<string, Endpoint>;
