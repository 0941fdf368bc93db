/** A good call for each endpoint of pipelines and stages, and the request that it sends. */

import type { TypedCall } from '../../src/contract/calls.ts';
import type { PIPELINES } from '../../src/contract/endpoints/pipelines.ts';

const DEALS = { object_type: 'deals' };
const RENEWALS = { ...DEALS, pipelineId: 'renewals' };
const LOST = { ...RENEWALS, stageId: 'renewals_lost' };

export const PIPELINE_CALLS = {
  createPipeline: {
    endpoint: 'createPipeline',
    params: DEALS,
    body: {
      pipelineId: 'renewals',
      label: 'Renewals',
      displayOrder: 1,
      stages: [
        { stageId: 'renewals_open', label: 'Open', displayOrder: 0, metadata: { probability: '0.2' } },
        { stageId: 'renewals_won', label: 'Won', displayOrder: 1, metadata: { probability: '1.0' } },
      ],
    },
  },
  listPipelines: { endpoint: 'listPipelines', params: DEALS },
  readPipeline: { endpoint: 'readPipeline', params: RENEWALS },
  updatePipeline: { endpoint: 'updatePipeline', params: RENEWALS, body: { label: 'Renewed contracts' } },
  replacePipeline: {
    endpoint: 'replacePipeline',
    params: RENEWALS,
    query: { validateDealStageUsagesBeforeDelete: 'true', validateReferencesBeforeDelete: 'true' },
    body: {
      label: 'Renewals',
      displayOrder: 1,
      stages: [
        { stageId: 'renewals_open', label: 'Open', displayOrder: 0, metadata: { probability: '0.3' } },
        { stageId: 'renewals_won', label: 'Won', displayOrder: 1, metadata: { probability: '1.0' } },
      ],
    },
  },
  readPipelineAudit: { endpoint: 'readPipelineAudit', params: RENEWALS },
  createStage: {
    endpoint: 'createStage',
    params: RENEWALS,
    body: { stageId: 'renewals_lost', label: 'Lost', displayOrder: 2, metadata: { probability: '0.0' } },
  },
  listStages: { endpoint: 'listStages', params: RENEWALS },
  readStage: { endpoint: 'readStage', params: LOST },
  updateStage: { endpoint: 'updateStage', params: LOST, body: { label: 'Cancelled', displayOrder: 5 } },
  readStageAudit: { endpoint: 'readStageAudit', params: LOST },
  deleteStage: { endpoint: 'deleteStage', params: LOST },
  deletePipeline: { endpoint: 'deletePipeline', params: RENEWALS },
  readPipelineLimits: { endpoint: 'readPipelineLimits', params: {} },
} as const satisfies { readonly [E in keyof typeof PIPELINES]: TypedCall<E> };

const DEAL_PIPELINES = '/crm/pipelines/2026-09/deals';
const ONE = `${DEAL_PIPELINES}/renewals`;
const CHECKS = 'validateDealStageUsagesBeforeDelete=true&validateReferencesBeforeDelete=true';

export const PIPELINES_WANTED: Readonly<Record<string, readonly [string, string, string | undefined, boolean]>> = {
  listPipelines: ['GET', DEAL_PIPELINES, undefined, true],
  readPipeline: ['GET', ONE, undefined, true],
  createPipeline: ['POST', DEAL_PIPELINES, 'application/json', true],
  updatePipeline: ['PATCH', ONE, 'application/json', true],
  replacePipeline: ['PUT', `${ONE}?${CHECKS}`, 'application/json', true],
  deletePipeline: ['DELETE', `${ONE}?${CHECKS}`, undefined, true],
  readPipelineAudit: ['GET', `${ONE}/audit`, undefined, true],
  listStages: ['GET', `${ONE}/stages`, undefined, true],
  readStage: ['GET', `${ONE}/stages/renewals_lost`, undefined, true],
  createStage: ['POST', `${ONE}/stages`, 'application/json', true],
  updateStage: ['PATCH', `${ONE}/stages/renewals_lost`, 'application/json', true],
  deleteStage: ['DELETE', `${ONE}/stages/renewals_lost`, undefined, true],
  readStageAudit: ['GET', `${ONE}/stages/renewals_lost/audit`, undefined, true],
  readPipelineLimits: ['GET', '/crm/limits/2026-09/pipelines', undefined, true],
};

/** Endpoints whose calls need the call of another endpoint first, on a fresh service. */
export const BEFORE_PIPELINES = {
  readPipeline: 'createPipeline',
  updatePipeline: 'createPipeline',
  replacePipeline: 'createPipeline',
  deletePipeline: 'createPipeline',
  readPipelineAudit: 'createPipeline',
  createStage: 'createPipeline',
  listStages: 'createPipeline',
} as const;
