/** Object schemas on the dated surface (interface 11.4). */

import type { AccountNames } from '../../../model/account-names.ts';
import type { KindSide } from '../../../model/kind.ts';
import { fieldRules } from '../../field-rules.ts';
import { check } from '../check.ts';
import { FIELD_HINTS, type ObjectSchemaSpec } from '../spec.ts';
import { createReader } from './read.ts';
import { createWriter, UPDATE_BODIES } from './write.ts';

const fields = fieldRules(FIELD_HINTS, { bodies: UPDATE_BODIES, identity: ['name'] });

export function dated(names: AccountNames): KindSide<ObjectSchemaSpec> {
  return {
    section: '11.4',
    fields,
    check,
    checkGiven: check,
    reader: createReader(names),
    writer: createWriter(names),
  };
}
