/** Section 11.9, how the stages of a pipeline behave. */

import type { numbered, Step } from './row.ts';

const RENEWALS = { object_type: 'deals', pipelineId: 'renewals' };
const SUPPORT = { object_type: 'tickets', pipelineId: '0' };
const MEMBERSHIPS = { object_type: '2-3451' };
const NEW = { stageId: 'renewals_late', label: 'Late', displayOrder: 9, metadata: { probability: '0.1' } };

function created(body: object, status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'createStage', params: RENEWALS, body: { ...NEW, ...body }, status, ...more };
}

function updated(stageId: string, body: object, status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'updateStage', params: { ...RENEWALS, stageId }, body, status, ...more };
}

function deleted(stageId: string, status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'deleteStage', params: { ...RENEWALS, stageId }, status, ...more };
}

function read(stageId: string, shows: object): Step {
  return { endpoint: 'readStage', params: { ...RENEWALS, stageId }, status: 200, shows };
}

/** Numbers of the three seeded stages. */
function orders(open: number, won: number, lost: number): readonly Step[] {
  return [
    read('renewals_open', { displayOrder: open }),
    read('renewals_won', { displayOrder: won }),
    read('renewals_lost', { displayOrder: lost }),
  ];
}

function ticket(stageId: string, metadata: object, status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'updateStage', params: { ...SUPPORT, stageId }, body: { metadata }, status, ...more };
}

export const STAGE_RULES: Parameters<typeof numbered>[0] = [
  {
    statement: 'a stage id that a pipeline of the object type has is a 400 without a category',
    assumption: 'A78',
    calls: ['renewals_won', 'closedwon', 'RENEWALS_WON'].map((stageId) =>
      created({ stageId }, 400, { lacks: ['category', 'subCategory', 'errors'] }),
    ),
  },
  {
    statement: 'a stage id above 100 characters is a 500 that makes nothing',
    assumption: 'A78',
    calls: [created({ stageId: 's'.repeat(101) }, 500), created({ stageId: 's'.repeat(100) }, 201)],
  },
  {
    statement: 'a label that a stage of the pipeline has, whatever its case and outer spaces, is refused by name',
    calls: [
      created({ label: ' WON ' }, 400, { shows: { subCategory: 'PipelineError.STAGE_LABEL_EXISTS' } }),
      updated('renewals_open', { label: 'won' }, 400, { shows: { subCategory: 'PipelineError.STAGE_LABEL_EXISTS' } }),
      updated('renewals_open', { label: ' OPEN ' }, 200),
      read('renewals_open', { label: ' OPEN ' }),
    ],
  },
  {
    statement: 'a free number changes its stage alone, and gaps stay',
    calls: [updated('renewals_won', { displayOrder: 8 }, 200), ...orders(0, 8, 2)],
  },
  {
    statement: 'a taken number puts the stage right behind its holder, and numbers the whole pipeline from 0',
    calls: [
      updated('renewals_won', { displayOrder: 8 }, 200),
      updated('renewals_lost', { displayOrder: 0 }, 200, { shows: { displayOrder: 0 } }),
      ...orders(0, 2, 1),
      created({ displayOrder: 0 }, 201, { shows: { displayOrder: 0 } }),
      ...orders(0, 3, 2),
      read('renewals_late', { displayOrder: 1 }),
    ],
  },
  {
    statement: 'a number below 0 is a 400',
    calls: [created({ displayOrder: -1 }, 400), updated('renewals_open', { displayOrder: -1 }, 400)],
  },
  {
    statement: 'two stages of one creation with one number come in the reverse order of the request',
    calls: [
      {
        endpoint: 'createPipeline',
        params: { object_type: 'deals' },
        body: {
          pipelineId: 'tied',
          label: 'Tied',
          displayOrder: 0,
          stages: ['first', 'second'].map((id) => ({ ...NEW, stageId: id, label: id, displayOrder: 4 })),
        },
        status: 201,
      },
      {
        endpoint: 'listStages',
        params: { object_type: 'deals', pipelineId: 'tied' },
        status: 200,
        shows: {
          results: [
            { id: 'first', displayOrder: 1 },
            { id: 'second', displayOrder: 0 },
          ],
        },
      },
    ],
  },
  {
    statement: 'a deal stage needs a probability from 0 to 1, which is stored in short decimal text',
    assumption: 'A80',
    calls: [
      { endpoint: 'createStage', params: RENEWALS, body: { label: 'Late', displayOrder: 9 }, status: 400 },
      ...['1.1', '-0.1', 'x', '', '0x1'].map((probability) => created({ metadata: { probability } }, 400)),
      created({ metadata: { probability: '0.50' } }, 201),
      read('renewals_late', { metadata: { probability: '0.5', isClosed: 'false' } }),
      updated('renewals_late', { metadata: { probability: '1' } }, 200),
      read('renewals_late', { metadata: { probability: '1.0', isClosed: 'true' } }),
    ],
  },
  {
    statement: 'the reply to a write repeats the request, and shows isClosed as it was',
    assumption: 'A81',
    calls: [
      updated('renewals_open', { metadata: { probability: '1', surprise: 'x' } }, 200, {
        shows: { metadata: { probability: '1', surprise: 'x', isClosed: 'false' } },
      }),
      read('renewals_open', { metadata: { probability: '1.0', isClosed: 'true' } }),
    ],
  },
  {
    statement: 'unknown members of the metadata are dropped, and a missing member keeps its value',
    assumption: 'A80',
    calls: [
      updated('renewals_open', { metadata: { isClosed: 'true', ticketState: 'CLOSED' } }, 200),
      {
        endpoint: 'readStage',
        params: { ...RENEWALS, stageId: 'renewals_open' },
        status: 200,
        shows: { metadata: { probability: '0.2', isClosed: 'false' } },
        lacks: ['metadata.ticketState'],
      },
    ],
  },
  {
    statement: 'a ticket stage is OPEN or CLOSED in this spelling, and OPEN unless the request says otherwise',
    assumption: 'A80',
    calls: [
      ticket('1', { ticketState: 'closed' }, 400, {
        shows: { subCategory: 'PipelineError.INVALID_PIPELINE_STAGE_METADATA' },
      }),
      {
        endpoint: 'createStage',
        params: SUPPORT,
        body: { stageId: 'five', label: 'Five', displayOrder: 9 },
        status: 201,
        shows: { metadata: { ticketState: 'OPEN' } },
      },
    ],
  },
  {
    statement: 'a pipeline of tickets keeps a closed stage',
    calls: [
      ticket('4', { ticketState: 'OPEN' }, 400, { shows: { subCategory: 'PipelineError.MISSING_CLOSED_STAGE' } }),
      {
        endpoint: 'deleteStage',
        params: { ...SUPPORT, stageId: '4' },
        status: 400,
        shows: { subCategory: 'PipelineError.MISSING_CLOSED_STAGE' },
      },
      ticket('3', { ticketState: 'CLOSED' }, 200),
      ticket('4', { ticketState: 'OPEN' }, 200),
    ],
  },
  {
    statement: 'a stage of a custom object has a state, and its pipeline needs no closed stage',
    assumption: 'A80',
    calls: [
      {
        endpoint: 'createPipeline',
        params: MEMBERSHIPS,
        body: { pipelineId: 'care', label: 'Care', displayOrder: 0, stages: [{ label: 'Open', displayOrder: 0 }] },
        status: 201,
        shows: { stages: [{ metadata: { state: 'OPEN' } }] },
      },
      {
        endpoint: 'createStage',
        params: { ...MEMBERSHIPS, pipelineId: 'care' },
        body: { label: 'Done', displayOrder: 1, metadata: { state: 'Closed' } },
        status: 400,
        shows: { subCategory: 'PipelineError.INVALID_PIPELINE_STAGE_METADATA' },
      },
    ],
  },
  {
    statement:
      'the deletion of a stage answers 204 for an unknown id, and for the id of another pipeline, whose stage stays',
    assumption: 'A81',
    calls: [
      deleted('none', 204),
      deleted('closedwon', 204),
      { endpoint: 'deleteStage', params: { ...RENEWALS, pipelineId: 'none', stageId: 'x' }, status: 204 },
      {
        endpoint: 'readStage',
        params: { object_type: 'deals', pipelineId: 'default', stageId: 'closedwon' },
        status: 200,
      },
      deleted('renewals_lost', 204),
      deleted('renewals_lost', 204),
      { endpoint: 'readStage', params: { ...RENEWALS, stageId: 'renewals_lost' }, status: 404, shows: '<nothing>' },
    ],
  },
  {
    statement: 'a stage with records cannot be deleted, and the refusal lists stages and records as text in brackets',
    calls: [
      deleted('renewals_won', 400, {
        shows: {
          category: 'VALIDATION_ERROR',
          subCategory: 'PipelineError.STAGE_ID_IN_USE',
          context: { stageIds: ['[renewals_won]'], objectIds: ['[9000001, 9000002]'] },
        },
      }),
      read('renewals_won', { label: 'Won' }),
    ],
  },
  {
    statement: 'the last stage of a pipeline cannot be deleted',
    calls: [
      {
        endpoint: 'deleteStage',
        params: { object_type: 'deals', pipelineId: 'unused', stageId: 'unused_open' },
        status: 400,
      },
    ],
  },
  {
    statement:
      'a list of stages refuses a missing pipeline in JSON without a category; other calls refuse it with an empty body',
    calls: [
      {
        endpoint: 'listStages',
        params: { ...RENEWALS, pipelineId: 'none' },
        status: 404,
        shows: { status: 'error', message: '<text>' },
        lacks: ['category'],
      },
      {
        endpoint: 'createStage',
        params: { ...RENEWALS, pipelineId: 'none' },
        body: NEW,
        status: 404,
        shows: '<nothing>',
      },
      updated('none', {}, 404, { shows: '<nothing>' }),
    ],
  },
  {
    statement: 'the audit of a stage lists its changes, the newest first',
    assumption: 'A82',
    calls: [
      updated('renewals_open', { label: 'Begun' }, 200),
      {
        endpoint: 'readStageAudit',
        params: { ...RENEWALS, stageId: 'renewals_open' },
        status: 200,
        shows: {
          results: [
            { action: 'UPDATE', identifier: 'renewals_open' },
            { action: 'CREATE', identifier: 'renewals_open' },
          ],
        },
      },
      { endpoint: 'readStageAudit', params: { ...RENEWALS, stageId: 'none' }, status: 404 },
    ],
  },
];
