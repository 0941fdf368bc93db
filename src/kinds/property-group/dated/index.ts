/** Property groups on the dated surface (interface 11.2). */

import type { AccountNames } from '../../../model/account-names.ts';
import type { KindSide } from '../../../model/kind.ts';
import { fieldRules } from '../../field-rules.ts';
import { check, type PropertyGroupSpec } from '../spec.ts';
import { createReader } from './read.ts';
import { createWriter, UPDATE_BODIES } from './write.ts';

const fields = fieldRules(
  { displayName: { compare: 'exact' }, displayOrder: { compare: 'order' } },
  { bodies: UPDATE_BODIES, identity: [] },
);

export function dated(names: AccountNames): KindSide<PropertyGroupSpec> {
  return {
    section: '11.2',
    fields,
    check,
    checkGiven: check,
    reader: createReader(names),
    writer: createWriter(names),
  };
}
