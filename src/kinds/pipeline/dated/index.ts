/** Pipelines on the dated surface (interface 11.9). */

import type { AccountNames } from '../../../model/account-names.ts';
import type { KindSide } from '../../../model/kind.ts';
import { fieldRules } from '../../field-rules.ts';
import { check } from '../check.ts';
import { FIELD_HINTS, type PipelineSpec } from '../spec.ts';
import { createReader } from './read.ts';
import { createWriter, UPDATE_BODIES } from './write.ts';

const fields = fieldRules(FIELD_HINTS, { bodies: UPDATE_BODIES, identity: [] });

export function dated(names: AccountNames): KindSide<PipelineSpec> {
  return {
    section: '11.9',
    fields,
    check,
    checkGiven: check,
    reader: createReader(names),
    writer: createWriter(names),
  };
}
