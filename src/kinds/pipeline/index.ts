/** Pipelines of object types, with their stages (interface 11.9). */

import { parseAddress } from '../../model/address.ts';
import type { KindFrame, KindOn, KindSides } from '../../model/kind.ts';
import { lackingSide } from '../lacking-side.ts';
import { parseIdentity } from '../object-levels.ts';
import { checkAll } from './check.ts';
import { dated } from './dated/index.ts';
import {
  addressOfPipeline,
  buildSpec,
  declaredStages,
  FIELD_HINTS,
  levels,
  listStages,
  type PipelineSpec,
} from './spec.ts';
import { pipelineWords } from './words.ts';

const frame: KindFrame<PipelineSpec> = {
  name: 'pipeline',
  words: pipelineWords,
  levels,
  mayRefer: false,
  traits: { description: false, type: false, name: 'none' },
  spec: buildSpec,
  address: addressOfPipeline,
  objectTypes: (address) => parseAddress(address)?.parts.slice(0, 1) ?? [],
  checkAll,
  capture({ address, fields }) {
    const { objectType, name: id } = parseIdentity(address);
    return { objectType, id, ...fields, stages: declaredStages(listStages(fields)) };
  },
};

const SIDES: KindSides<PipelineSpec> = { documented: () => lackingSide(FIELD_HINTS, pipelineWords, '11.9'), dated };

export const pipeline: KindOn<PipelineSpec> = (surface, names) => ({ ...frame, ...SIDES[surface](names) });
