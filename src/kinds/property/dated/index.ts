/** Properties on the dated surface (interface 11.3). */

import type { AccountNames } from '../../../model/account-names.ts';
import type { KindSide } from '../../../model/kind.ts';
import { fieldRules } from '../../field-rules.ts';
import { CREATE_ONLY, datedRules } from '../members.ts';
import { FIELD_HINTS, type PropertySpec } from '../spec.ts';
import { check, checkGiven } from './check.ts';
import { createReader } from './read.ts';
import { createWriter, UPDATE_BODIES } from './write.ts';

const fields = fieldRules(
  { ...FIELD_HINTS, ...datedRules },
  { bodies: UPDATE_BODIES, identity: ['name', ...CREATE_ONLY] },
);

export function dated(names: AccountNames): KindSide<PropertySpec> {
  return { section: '11.3', fields, check, checkGiven, reader: createReader(names), writer: createWriter(names) };
}
