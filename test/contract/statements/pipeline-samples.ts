/** A complete call of each endpoint of pipelines, and the pipelines that the calls find. */

const DEALS = { object_type: 'deals' };
const RENEWALS = { ...DEALS, pipelineId: 'renewals' };
const LOST = { ...RENEWALS, stageId: 'renewals_lost' };

const STAGES = [
  { stageId: 'partners_open', label: 'Open', displayOrder: 0, metadata: { probability: '0.2' } },
  { stageId: 'partners_won', label: 'Won', displayOrder: 1, metadata: { probability: '1.0' } },
];
const KEPT = [
  { stageId: 'renewals_open', label: 'Open', displayOrder: 0, metadata: { probability: '0.3' } },
  { stageId: 'renewals_won', label: 'Won', displayOrder: 1, metadata: { probability: '1.0' } },
];

export const PIPELINE_SAMPLES = {
  listPipelines: { params: DEALS },
  readPipeline: { params: RENEWALS },
  createPipeline: {
    params: DEALS,
    body: { pipelineId: 'partners', label: 'Partners', displayOrder: 2, stages: STAGES },
  },
  updatePipeline: { params: RENEWALS, body: { label: 'Renewed contracts', displayOrder: 3 } },
  replacePipeline: {
    params: RENEWALS,
    query: { validateDealStageUsagesBeforeDelete: 'true', validateReferencesBeforeDelete: 'true' },
    body: { pipelineId: 'renewals', label: 'Renewals', displayOrder: 1, stages: KEPT },
  },
  deletePipeline: {
    params: { ...DEALS, pipelineId: 'unused' },
    query: { validateDealStageUsagesBeforeDelete: 'true', validateReferencesBeforeDelete: 'true' },
  },
  readPipelineAudit: { params: RENEWALS },
  listStages: { params: RENEWALS },
  readStage: { params: LOST },
  createStage: {
    params: RENEWALS,
    body: { stageId: 'renewals_late', label: 'Late', displayOrder: 5, metadata: { probability: '0.1' } },
  },
  updateStage: { params: LOST, body: { label: 'Cancelled', displayOrder: 6, metadata: { probability: '0.0' } } },
  deleteStage: { params: LOST },
  readStageAudit: { params: LOST },
  readPipelineLimits: {},
} as const;

/** `renewals` has a stage with two records, and `unused` has none. */
export const SEEDED_PIPELINES = {
  pipelines: [
    {
      objectType: 'deals',
      id: 'renewals',
      label: 'Renewals',
      displayOrder: 1,
      stages: [
        { id: 'renewals_open', label: 'Open', metadata: { probability: '0.2' } },
        { id: 'renewals_won', label: 'Won', metadata: { probability: '1' } },
        { id: 'renewals_lost', label: 'Lost', metadata: { probability: '0' } },
      ],
    },
    {
      objectType: 'deals',
      id: 'unused',
      label: 'Unused',
      stages: [{ id: 'unused_open', label: 'Open', metadata: { probability: '0.50' } }],
    },
  ],
  stageRecords: [{ objectType: 'deals', stage: 'renewals_won', count: 2 }],
};
