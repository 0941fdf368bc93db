/** Section 11.9: pipelines and their stages. */

import { PIPELINE_RULES } from './pipeline-rules.ts';
import { PIPELINE_SAMPLES } from './pipeline-samples.ts';
import { type BodyRow, numbered, type ReplyRow, type Section } from './row.ts';
import { STAGE_RULES } from './stage-rules.ts';

const PATH = '/crm/pipelines/{version}/{object_type}';
const ONE = `${PATH}/{pipelineId}`;
const STAGE = `${ONE}/stages/{stageId}`;

function member(
  body: 'createPipeline' | 'updatePipeline' | 'createStage' | 'updateStage',
  name: string,
  takes: unknown,
  needed?: true,
): Omit<BodyRow, 'n'> {
  const kind = typeof takes === 'string' ? 'a string' : typeof takes === 'number' ? 'a whole number' : 'a list';
  const statement = `${name} of ${body} is ${kind}${needed ? ' and needed' : ''}`;
  const refuses = typeof takes === 'string' ? 5 : 'x';
  return { statement, body, member: name, takes, refuses, ...(needed && { needed }) };
}

function shown(reply: ReplyRow['reply'], name: string, takes: unknown, refuses: unknown): Omit<ReplyRow, 'n'> {
  return { statement: `${name} is in the reply of ${reply}`, reply, member: name, takes, refuses };
}

export const PIPELINES: Section = {
  section: '11.9',
  rows: numbered([
    {
      statement: 'the list of all pipelines of an object type with all stages, in one page',
      endpoint: 'listPipelines',
      is: `GET ${PATH}`,
    },
    { statement: 'one pipeline with its stages', endpoint: 'readPipeline', is: `GET ${ONE}` },
    {
      statement: 'the creation of a pipeline with its stages',
      endpoint: 'createPipeline',
      is: `POST ${PATH}`,
      members: 'label! displayOrder! stages! pipelineId',
      status: 201,
    },
    {
      statement: 'the update of a pipeline',
      endpoint: 'updatePipeline',
      is: `PATCH ${ONE}`,
      members: 'label displayOrder',
    },
    {
      statement: 'the replacement of a pipeline with its stages',
      endpoint: 'replacePipeline',
      is: `PUT ${ONE}`,
      members: 'label! displayOrder! stages! pipelineId',
    },
    { statement: 'the deletion of a pipeline', endpoint: 'deletePipeline', is: `DELETE ${ONE}`, status: 204 },
    { statement: 'the changes of a pipeline', endpoint: 'readPipelineAudit', is: `GET ${ONE}/audit` },
    { statement: 'the stages of a pipeline, in one page', endpoint: 'listStages', is: `GET ${ONE}/stages` },
    { statement: 'one stage', endpoint: 'readStage', is: `GET ${STAGE}` },
    {
      statement: 'the creation of a stage',
      endpoint: 'createStage',
      is: `POST ${ONE}/stages`,
      members: 'label! displayOrder! metadata stageId',
      status: 201,
    },
    {
      statement: 'the update of a stage',
      endpoint: 'updateStage',
      is: `PATCH ${STAGE}`,
      members: 'label displayOrder metadata',
    },
    { statement: 'the deletion of a stage', endpoint: 'deleteStage', is: `DELETE ${STAGE}`, status: 204 },
    { statement: 'the changes of a stage', endpoint: 'readStageAudit', is: `GET ${STAGE}/audit` },
    {
      statement: 'the number of pipelines that the account may have, and has',
      endpoint: 'readPipelineLimits',
      is: 'GET /crm/limits/{version}/pipelines',
    },
    member('createPipeline', 'label', 'Events', true),
    member('createPipeline', 'displayOrder', 4, true),
    member('createPipeline', 'stages', PIPELINE_SAMPLES.createPipeline.body.stages.slice(1), true),
    member('createPipeline', 'pipelineId', 'Events 2.0'),
    member('createPipeline', 'stages.0.label', 'First', true),
    member('createPipeline', 'stages.0.displayOrder', 4, true),
    member('createPipeline', 'stages.0.stageId', 'Events 2.0 first'),
    member('updatePipeline', 'label', 'Events'),
    member('updatePipeline', 'displayOrder', 4),
    member('createStage', 'label', 'First', true),
    member('createStage', 'displayOrder', 4, true),
    member('createStage', 'stageId', 'First'),
    member('updateStage', 'label', 'First'),
    member('updateStage', 'displayOrder', 4),
    member('updateStage', 'metadata.probability', '0.5'),
    shown('readPipeline', 'id', 'renewals', 5),
    shown('readPipeline', 'label', 'Renewals', 5),
    shown('readPipeline', 'displayOrder', 1, 'x'),
    shown('readPipeline', 'archived', false, 'x'),
    shown('readPipeline', 'createdAt', '2026-03-01T12:00:00.000Z', 5),
    shown('readPipeline', 'updatedAt', '2026-03-01T12:00:00.000Z', 5),
    shown('readPipeline', 'stages.0.id', 'renewals_open', 5),
    shown('readStage', 'id', 'renewals_lost', 5),
    shown('readStage', 'label', 'Lost', 5),
    shown('readStage', 'displayOrder', 2, 'x'),
    shown('readStage', 'metadata.probability', '0.0', []),
    shown('readStage', 'metadata.isClosed', 'true', []),
    shown('readStage', 'writePermissions', 'CRM_PERMISSIONS_ENFORCEMENT', 5),
    shown('readStage', 'archived', false, 'x'),
    shown('readStage', 'createdAt', '2026-03-01T12:00:00.000Z', 5),
    shown('readStage', 'updatedAt', '2026-03-01T12:00:00.000Z', 5),
    shown('readPipelineAudit', 'results.0.action', 'CREATE', 5),
    shown('readPipelineAudit', 'results.0.identifier', 'renewals', 5),
    shown('readPipelineAudit', 'results.0.portalId', 1001, 'x'),
    shown('readPipelineAudit', 'results.0.fromUserId', 50_001_001, 'x'),
    shown('readPipelineAudit', 'results.0.timestamp', '2026-03-01T12:00:00.000Z', 5),
    ...PIPELINE_RULES,
    ...STAGE_RULES,
  ]),
};
