/** Live pipelines with their stages. One list shows every pipeline of an object type (interface 11.9). */

import type { ReadCall } from '../../../contract/calls.ts';
import { canonicalObjectType } from '../../../contract/object-types.ts';
import { parsedWith } from '../../../contract/parse-with.ts';
import { type Pipeline, Pipelines, pipelineAccess, type Stage, stageMember } from '../../../contract/pipelines.ts';
import type { AccountNames } from '../../../model/account-names.ts';
import type { Fields } from '../../../model/json.ts';
import type { KindReader } from '../../../model/kind-reader.ts';
import { inDisplayOrder, type Option } from '../../../model/option.ts';
import { buildListReads, objectTypeListed } from '../../dated-definition-reads.ts';
import { addressOfPipeline } from '../spec.ts';
import { createHistory } from './history.ts';
import { isDefaultPipeline, pathOfPipelines } from './params.ts';
import { room } from './room.ts';

export function createReader(names: AccountNames): KindReader {
  const { reads, lists } = buildListReads('listPipelines', names, pathOfPipelines);
  return {
    proves: 'both',
    reads,
    lists: (objectType) => (pipelineAccess(canonicalObjectType(objectType)) === 'write' ? lists(objectType) : []),
    interpret: (call, reply) => listPipelines(names, call, reply),
    history: createHistory(names),
    room,
  };
}

function listPipelines(names: AccountNames, call: ReadCall, reply: unknown): ReturnType<KindReader['interpret']> {
  const objectType = objectTypeListed(names, call);
  return parsedWith(Pipelines(), reply)
    .results.filter(({ archived }) => archived !== true)
    .map((row) => ({
      address: addressOfPipeline({ objectType, id: row.id }),
      kind: 'pipeline',
      fields: selectFields(objectType, row),
      basis: 'observed',
      defined: isUntouched(objectType, row) ? 'default' : 'custom',
    }));
}

/** True for a default pipeline as the service made it. Once a user changed it, it is the user's. */
function isUntouched(objectType: string, { id, createdAt, updatedAt }: Pipeline): boolean {
  return isDefaultPipeline(objectType, id) && (updatedAt ?? createdAt) === createdAt;
}

function selectFields(objectType: string, { label, displayOrder, stages }: Pipeline): Fields {
  const live = stages.filter(({ archived }) => archived !== true);
  return { label, displayOrder, stages: inDisplayOrder(live.map((stage) => convertStage(objectType, stage))) };
}

/** A stage has its number, which tells a writer the free numbers. Stages are compared by their sequence. */
function convertStage(objectType: string, { id, label, displayOrder, metadata }: Stage): Option {
  const member = stageMember(canonicalObjectType(objectType));
  const meaning = member === undefined ? undefined : metadata?.[member];
  const stage = { value: id, label, displayOrder };
  if (member === undefined || meaning == null || meaning === '') return stage;
  if (member !== 'probability') return { ...stage, [member]: String(meaning) };
  const probability = Number(meaning);
  return Number.isFinite(probability) ? { ...stage, probability } : stage;
}
