/** Calls that create, change and delete pipelines and their stages (interface 11.9). */

import { z } from 'zod';
import type { ApiCall } from '../../../contract/calls.ts';
import { PIPELINES } from '../../../contract/endpoints/pipelines.ts';
import { lazy } from '../../../contract/lazy.ts';
import { pipelineAccess, type StageCreate, stageMember } from '../../../contract/pipelines.ts';
import type { AccountNames } from '../../../model/account-names.ts';
import type { Address } from '../../../model/address.ts';
import type { Fields } from '../../../model/json.ts';
import type { Blockage, CallDraft, DesiredChange, KindWriter, Naming } from '../../../model/kind.ts';
import type { Option } from '../../../model/option.ts';
import { pick } from '../../bodies.ts';
import { isMoved } from '../../dated-definition-reads.ts';
import { blockChange, type Drafted, draftCall, draftEach, type Request } from '../../drafts.ts';
import { parseIdentity } from '../../object-levels.ts';
import { listStages, type PipelineSpec } from '../spec.ts';
import { buildParams, isDefaultPipeline } from './params.ts';
import { outcomeRemarks } from './remarks.ts';
import { type StageStep, type StageSteps, type Stepped, stepsBetween } from './stage-steps.ts';

type Change = DesiredChange<PipelineSpec>;

/** Separate calls change the stages. */
const updateBody = lazy(() => ({ shape: { ...PIPELINES.updatePipeline.body().shape, stages: true } }));
export const UPDATE_BODIES = [updateBody];

const ROUTES = {
  createPipeline: 'The create makes a pipeline with all its stages (interface 11.9).',
  updatePipeline: 'The update changes only the members sent. A replacement would delete stages (interface 11.9).',
  deletePipeline: 'The service refuses the deletion while records are in the pipeline (interface 11.9).',
  create: 'The create adds a stage under a free number (interface 11.9).',
  update: 'The update changes only the members sent. A free number moves only this stage (interface 11.9).',
  delete: 'The service refuses the deletion while records are in the stage (interface 11.9).',
} as const;

export function createWriter(names: AccountNames): KindWriter<PipelineSpec> {
  return {
    remove: { risk: 'pipeline-removal', lost: 'settings of its stages, such as automation' },
    write(changes) {
      const moving = movingStages(changes);
      const drafts = draftEach(changes, (change) => moving.get(change.address) ?? buildDrafts(names, change));
      const remarks = changes.flatMap(outcomeRemarks);
      return { ...drafts, ...(remarks.length === 0 ? {} : { remarks }) };
    },
    misses: (call, covers) => covers.filter((address) => isMoved(names, call, parseIdentity(address).objectType)),
    names: listNamings,
    // A reply repeats the request and proves nothing (assumption A81). The final read shows the account.
    settle: (_call, covers) => covers.map((address) => ({ address, status: 'applied' })),
  };
}

/**
 * Blocks the changes that move a stage to another pipeline. An id is taken until its stage is deleted, so the create would fail and the
 * deletion succeed.
 */
function movingStages(changes: readonly Change[]): ReadonlyMap<Address, Blockage> {
  // A revert of other fields has no stages.
  const stages = changes
    .filter(({ action, changed }) => action !== 'update' || changed.includes('stages'))
    .map(({ address, before = {}, after }) => {
      const { objectType } = parseIdentity(address);
      const [was, is] = [listIds(listStages(before)), listIds(listStages(after))];
      const buildKey = (id: string): string => `${objectType} ${id}`;
      return { address, keyOf: buildKey, gone: [...was.difference(is)], added: [...is.difference(was)] };
    });
  const deletedIn = new Map(
    stages.flatMap(({ address, keyOf, gone }) => gone.map((id) => [keyOf(id), address] as const)),
  );
  const moving = new Map<Address, Blockage>();
  for (const { address, keyOf, added } of stages)
    for (const id of added) {
      const from = deletedIn.get(keyOf(id));
      if (from === undefined) continue;
      const reason = `The stage ${JSON.stringify(id)} cannot move from ${from} to ${address}: delete it in one apply, and create it in the next.`;
      moving.set(address, block(address, reason)).set(from, block(from, reason));
    }
  return moving;
}

/** The service compares ids without case. */
function listIds(stages: readonly Option[]): ReadonlySet<string> {
  return new Set(stages.map(({ value }) => value.toLowerCase()));
}

function buildDrafts(names: AccountNames, change: Change): Drafted {
  const { address, action, after, before = {}, changed } = change;
  const { objectType, name } = parseIdentity(address);
  if (pipelineAccess(objectType) !== 'write')
    return block(address, `It is not known whether the interface can change pipelines of ${objectType}.`);
  switch (action) {
    case 'create':
      return creation(names, change);
    case 'remove': {
      if (isDefaultPipeline(objectType, name)) return block(address, 'The default pipeline cannot be deleted.');
      const params = buildParams(names, address);
      return draftCall(address, null, { endpoint: 'deletePipeline', params, route: ROUTES.deletePipeline });
    }
    case 'update': {
      // A revert of other fields has no stages.
      const stages: StageSteps = changed.includes('stages')
        ? stepsBetween(objectType, listStages(before), listStages(after))
        : { steps: [] };
      return 'stuck' in stages ? block(address, stages.stuck) : updates(names, change, stages.steps);
    }
  }
}

function block(address: Address, reason: string): Blockage {
  return blockChange(address, { reason, section: '11.9' });
}

function creation(names: AccountNames, { address, after }: Change): CallDraft {
  const { objectType } = parseIdentity(address);
  const { object_type, pipelineId } = buildParams(names, address);
  return draftCall(address, after, {
    endpoint: 'createPipeline',
    params: { object_type },
    body: {
      label: after['label'],
      displayOrder: after['displayOrder'] ?? 0,
      stages: listStages(after).map((stage, index) => stageBody(objectType, stage, index)),
      pipelineId,
    },
    route: ROUTES.createPipeline,
  });
}

/** Returns the call for the pipeline first, then those for its stages. */
function updates(names: AccountNames, change: Change, steps: readonly Stepped[]): readonly CallDraft[] {
  const { address, after, before = {}, changed } = change;
  const params = buildParams(names, address);
  const { objectType } = parseIdentity(address);
  const body = pick(
    after,
    changed.filter((field) => field !== 'stages'),
  );
  const request: Request = { endpoint: 'updatePipeline', params, body, route: ROUTES.updatePipeline };
  const states = [
    ...(Object.keys(body).length === 0 ? [] : [{ request, reached: body }]),
    ...steps.map(({ step, left }) => ({ request: stageCall(params, step, objectType), reached: { stages: left } })),
  ];
  let known = pick(before, Object.keys(after));
  let expected: Fields = {};
  return states.map(({ request, reached }, index) => {
    const earlier = known;
    known = { ...known, ...reached };
    expected = { ...expected, ...reached };
    return {
      ...draftCall(address, withoutNumbers(expected), { ...request, writes: Object.keys(reached) }),
      ...(index === 0 ? {} : { before: { [address]: pick(earlier, Object.keys(reached)) } }),
    };
  });
}

function stageCall(pipeline: CallDraft['params'], step: StageStep, objectType: string): Request {
  const { stage } = step;
  const params = { ...pipeline, stageId: stage.value };
  const route = ROUTES[step.step];
  switch (step.step) {
    case 'create':
      return { endpoint: 'createStage', params: pipeline, body: stageBody(objectType, stage, step.number), route };
    case 'update': {
      const { changed, number } = step;
      const body = {
        ...(changed.includes('label') ? { label: stage.label } : {}),
        ...(number === undefined ? {} : { displayOrder: number }),
        ...(changed.some((member) => member !== 'label') ? { metadata: buildMetadata(objectType, stage) } : {}),
      };
      return { endpoint: 'updateStage', params, body, route };
    }
    case 'delete':
      return { endpoint: 'deleteStage', params, route };
  }
}

function stageBody(objectType: string, stage: Option, displayOrder: number): StageCreate {
  return { label: stage.label, displayOrder, metadata: buildMetadata(objectType, stage), stageId: stage.value };
}

/** Every value is a text, also a probability. */
function buildMetadata(objectType: string, stage: Option): Readonly<Record<string, string>> {
  const member = stageMember(objectType);
  const meaning = member === undefined ? undefined : stage[member];
  return member === undefined || meaning === undefined ? {} : { [member]: String(meaning) };
}

/** The service is free to number the stages in another way. */
function withoutNumbers(fields: Fields): Fields {
  if (fields['stages'] === undefined) return fields;
  return { ...fields, stages: listStages(fields).map(({ displayOrder: _, ...stage }) => stage) };
}

const Identified = lazy(() => z.object({ id: z.string() }));

function listNamings(
  { endpoint, params, body }: ApiCall,
  covers: readonly Address[],
  reply: unknown,
): readonly Naming[] {
  if (endpoint === 'deletePipeline' || endpoint === 'deleteStage') return [];
  const { id: shown } = Identified().parse(reply);
  const stageId = params['stageId'] ?? Object(body).stageId;
  return covers.map((address) => ({ member: 'id', sent: stageId ?? parseIdentity(address).name, shown }));
}
