/** Section 11.9, how pipelines behave. */

import { PIPELINE_SAMPLES } from './pipeline-samples.ts';
import type { numbered, Step } from './row.ts';

const DEALS = { object_type: 'deals' };
const TICKETS = { object_type: 'tickets' };
const MEMBERSHIPS = { object_type: '2-3451' };
const RENEWALS = { ...DEALS, pipelineId: 'renewals' };
const { body: GIVEN } = PIPELINE_SAMPLES.createPipeline;
const OPEN = { label: 'Open', displayOrder: 0 };

function created(body: object, status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'createPipeline', params: DEALS, body: { ...GIVEN, ...body }, status, ...more };
}

function read(pipelineId: string, status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'readPipeline', params: { ...DEALS, pipelineId }, status, ...more };
}

/** Creates a pipeline with one open stage of the same id. */
function custom(id: string, status: number): Step {
  const body = { pipelineId: id, label: id, displayOrder: 0, stages: [{ ...OPEN, stageId: id }] };
  return { endpoint: 'createPipeline', params: MEMBERSHIPS, body, status };
}

export const PIPELINE_RULES: Parameters<typeof numbered>[0] = [
  {
    statement: 'every account has a default pipeline of deals and of tickets, which cannot be deleted',
    calls: [
      read('default', 200, { shows: { label: 'Sales Pipeline', createdAt: '1970-01-01T00:00:00.000Z' } }),
      { endpoint: 'readPipeline', params: { ...TICKETS, pipelineId: '0' }, status: 200 },
      { endpoint: 'deletePipeline', params: { ...DEALS, pipelineId: 'default' }, status: 400 },
      { endpoint: 'deletePipeline', params: { ...TICKETS, pipelineId: '0' }, status: 400 },
    ],
  },
  {
    statement: 'the author chooses the ids of a pipeline and of its stages, and they stay letter for letter',
    assumption: 'A78',
    calls: [
      created({ pipelineId: 'My Pipe.line', stages: [{ ...GIVEN.stages[0], stageId: 'Stage One.x' }] }, 201),
      read('My Pipe.line', 200, { shows: { id: 'My Pipe.line', stages: [{ id: 'Stage One.x' }] } }),
      read('my pipe.line', 404),
      created({ pipelineId: 'MY PIPE.LINE', label: 'Other', stages: [{ ...GIVEN.stages[0], stageId: 'x' }] }, 400),
      created({ pipelineId: '.' }, 400, { names: ['pipelineId'] }),
    ],
  },
  {
    statement: 'an id that is left out is a number of the service',
    assumption: 'A78',
    calls: [
      {
        endpoint: 'createPipeline',
        params: DEALS,
        body: { label: 'Own', displayOrder: 0, stages: [{ ...OPEN, metadata: { probability: '0.1' } }] },
        status: 201,
        shows: { id: '700000001', stages: [{ id: '1000000001' }] },
        keep: { pipeline: 'id' },
      },
      read('{{pipeline}}', 200, { shows: { stages: [{ id: '1000000001' }] } }),
    ],
  },
  {
    statement: 'a pipeline id above 36 characters and a stage id above 100 is a 500 that makes nothing',
    assumption: 'A78',
    calls: [
      created({ pipelineId: 'p'.repeat(37) }, 500),
      created({ stages: [{ ...GIVEN.stages[0], stageId: 's'.repeat(101) }] }, 500),
      read('p'.repeat(37), 404),
      read('partners', 404),
      created({ pipelineId: 'p'.repeat(36), stages: [{ ...GIVEN.stages[0], stageId: 's'.repeat(100) }] }, 201),
    ],
  },
  {
    statement:
      'an id that a pipeline of the object type has is a 400, and an id that a pipeline of another object type has is a 409 that speaks of stages',
    assumption: 'A78',
    calls: [
      created({ pipelineId: 'renewals' }, 400, { lacks: ['subCategory'] }),
      {
        endpoint: 'createPipeline',
        params: TICKETS,
        body: {
          pipelineId: 'renewals',
          label: 'Help',
          displayOrder: 0,
          stages: [{ ...OPEN, stageId: 'help', metadata: { ticketState: 'CLOSED' } }],
        },
        status: 409,
        shows: { subCategory: 'PipelineError.STAGE_ID_EXISTS_IN_ANOTHER_PIPELINE' },
      },
      custom('renewals', 409),
    ],
  },
  {
    statement: 'a stage id that another pipeline of the object type has is a 409, and another object type may have it',
    assumption: 'A78',
    calls: [
      created({ stages: [{ ...GIVEN.stages[0], stageId: 'renewals_open' }] }, 409, {
        shows: { subCategory: 'PipelineError.STAGE_ID_EXISTS_IN_ANOTHER_PIPELINE' },
      }),
      {
        endpoint: 'createPipeline',
        params: MEMBERSHIPS,
        body: { label: 'Renewals', displayOrder: 0, stages: [{ ...OPEN, stageId: 'renewals_open' }] },
        status: 201,
      },
    ],
  },
  {
    statement: 'the label of a pipeline is unique in its object type, whatever its case, and has at most 36 characters',
    assumption: 'A83',
    calls: [
      created({ label: 'RENEWALS' }, 400, { shows: { category: 'VALIDATION_ERROR' }, lacks: ['subCategory'] }),
      created({ label: 'x'.repeat(37) }, 400, { names: ['label'] }),
      { endpoint: 'updatePipeline', params: RENEWALS, body: { label: 'unused' }, status: 400 },
      { endpoint: 'updatePipeline', params: RENEWALS, body: { label: 'RENEWALS' }, status: 200 },
      created({ label: 'x'.repeat(36) }, 201),
    ],
  },
  {
    statement: 'a pipeline has at least one stage, and two of its stages have neither one label nor one id',
    calls: [
      created({ stages: [] }, 400),
      created({ stages: [GIVEN.stages[0], { ...GIVEN.stages[1], label: ' OPEN ' }] }, 400, { lacks: ['subCategory'] }),
      created({ stages: [GIVEN.stages[0], { ...GIVEN.stages[1], stageId: 'partners_open' }] }, 400),
    ],
  },
  {
    statement: 'a pipeline has at most 100 stages, and one of orders at most 30',
    assumption: 'A79',
    calls: [
      ...[
        [100, 201],
        [101, 400],
      ].map(([count = 0, status = 0]) => created({ stages: manyStages(count) }, status)),
      ...[
        [31, 400],
        [30, 201],
      ].map(([count = 0, status = 0]) => ({
        ...created({ pipelineId: 'o', stages: manyStages(count) }, status),
        params: { object_type: 'orders' },
      })),
    ],
  },
  {
    statement: 'an update changes the members that it gives',
    calls: [
      { endpoint: 'updatePipeline', params: RENEWALS, body: { displayOrder: 7 }, status: 200 },
      read('renewals', 200, { shows: { label: 'Renewals', displayOrder: 7 } }),
      { endpoint: 'updatePipeline', params: RENEWALS, body: { displayOrder: -1 }, status: 400 },
      { endpoint: 'updatePipeline', params: { ...DEALS, pipelineId: 'none' }, body: {}, status: 404 },
    ],
  },
  {
    statement:
      'a replacement deletes the stages that it leaves out, gives an id to a stage without an id, and refuses to drop a stage with records',
    calls: [
      {
        endpoint: 'replacePipeline',
        params: RENEWALS,
        body: { label: 'Renewals', displayOrder: 1, stages: [{ ...OPEN, metadata: { probability: '0.2' } }] },
        status: 400,
        shows: { subCategory: 'PipelineError.STAGE_ID_IN_USE' },
      },
      {
        endpoint: 'replacePipeline',
        params: RENEWALS,
        body: {
          label: 'Renewals',
          displayOrder: 1,
          stages: [
            { stageId: 'renewals_won', label: 'Won', displayOrder: 1 },
            { ...OPEN, metadata: { probability: '0.2' } },
          ],
        },
        status: 200,
      },
      {
        endpoint: 'listStages',
        params: RENEWALS,
        status: 200,
        shows: {
          results: [
            { id: 'renewals_won', metadata: { probability: '1.0' } },
            { id: '1000000001', label: 'Open' },
          ],
        },
      },
      { endpoint: 'readStage', params: { ...RENEWALS, stageId: 'renewals_open' }, status: 404 },
    ],
  },
  {
    statement: 'a deletion is final, and refuses a pipeline with records whatever its flags say',
    assumption: 'A81',
    calls: [
      ...['true', 'false'].map(
        (flag): Step => ({
          endpoint: 'deletePipeline',
          params: RENEWALS,
          query: { validateDealStageUsagesBeforeDelete: flag, validateReferencesBeforeDelete: flag },
          status: 400,
          shows: {
            category: 'VALIDATION_ERROR',
            subCategory: 'PipelineError.STAGE_ID_IN_USE',
            context: { stageIds: ['[renewals_won]'], objectIds: ['[9000001, 9000002]'] },
          },
        }),
      ),
      { endpoint: 'deletePipeline', params: { ...DEALS, pipelineId: 'unused' }, status: 204 },
      {
        endpoint: 'deletePipeline',
        params: { ...DEALS, pipelineId: 'unused' },
        status: 404,
        shows: { category: 'OBJECT_NOT_FOUND' },
      },
      read('unused', 404, { shows: '<nothing>' }),
    ],
  },
  {
    statement:
      'the first pipeline of a custom object adds the properties hs_pipeline and hs_pipeline_stage, which stay',
    calls: [
      { endpoint: 'readDatedProperty', params: { ...MEMBERSHIPS, property_name: 'hs_pipeline' }, status: 404 },
      custom('care', 201),
      { endpoint: 'deletePipeline', params: { ...MEMBERSHIPS, pipelineId: 'care' }, status: 204 },
      ...['hs_pipeline', 'hs_pipeline_stage'].map(
        (property_name): Step => ({
          endpoint: 'readDatedProperty',
          params: { ...MEMBERSHIPS, property_name },
          status: 200,
          shows: { hubspotDefined: true },
        }),
      ),
    ],
  },
  {
    statement: 'the audit of a pipeline lists its changes with the user, the newest first',
    assumption: 'A82',
    calls: [
      { endpoint: 'updatePipeline', params: RENEWALS, body: { displayOrder: 2 }, status: 200 },
      {
        endpoint: 'readPipelineAudit',
        params: RENEWALS,
        status: 200,
        shows: {
          results: [
            { action: 'UPDATE', identifier: 'renewals', portalId: 1001, fromUserId: 50_001_001, timestamp: '<time>' },
            { action: 'CREATE', identifier: 'renewals' },
          ],
        },
      },
      { endpoint: 'readPipelineAudit', params: { ...DEALS, pipelineId: 'none' }, status: 404 },
    ],
  },
  {
    statement: 'no call changes pipelines of contacts and companies, and notes have no pipelines',
    assumption: 'A83',
    calls: [
      ...['contacts', 'companies'].flatMap((object_type): readonly Step[] => [
        { endpoint: 'listPipelines', params: { object_type }, status: 200 },
        { endpoint: 'createPipeline', params: { object_type }, body: GIVEN, status: 400 },
      ]),
      { endpoint: 'listPipelines', params: { object_type: 'notes' }, status: 400 },
      { endpoint: 'createPipeline', params: { object_type: 'notes' }, body: GIVEN, status: 400 },
    ],
  },
  {
    statement: 'the limits of the account count neither the default pipelines nor each custom object by itself',
    assumption: 'A84',
    calls: [
      custom('care', 201),
      {
        endpoint: 'readPipelineLimits',
        status: 200,
        shows: {
          hubspotDefinedObjectTypes: [
            { objectTypeId: '0-3', limit: 100, usage: 2 },
            { objectTypeId: '0-5', limit: 100, usage: 0 },
            { objectTypeId: '0-123', limit: 50, usage: 0 },
          ],
          customObjectTypes: { overallLimit: 100, overallUsage: 1 },
        },
      },
    ],
  },
];

function manyStages(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    stageId: `s${index}`,
    label: `Stage ${index}`,
    displayOrder: index,
    metadata: { probability: '0.1' },
  }));
}
