/** Properties on the dated surface (interface 11.3). */

import type { AccountNames } from '../../../model/account-names.ts';
import type { KindSide } from '../../../model/kind.ts';
import { fieldRules } from '../../field-rules.ts';
import { OPTION_LIST } from '../../options.ts';
import { CREATE_ONLY, datedRules } from '../members.ts';
import type { PropertySpec } from '../spec.ts';
import { check, checkGiven } from './check.ts';
import { createReader } from './read.ts';
import { createWriter, UPDATE_BODIES } from './write.ts';

const fields = fieldRules(
  {
    label: { compare: 'exact' },
    description: { compare: 'text' },
    groupName: { compare: 'exact' },
    type: { compare: 'exact', risk: 'type-change' },
    fieldType: { compare: 'exact' },
    options: { compare: 'options', list: { ...OPTION_LIST, retires: 'enumeration' } },
    displayOrder: { compare: 'order' },
    formField: { compare: 'flag' },
    ...datedRules,
  },
  { bodies: UPDATE_BODIES, identity: ['name', ...CREATE_ONLY] },
);

export function dated(names: AccountNames): KindSide<PropertySpec> {
  return { section: '11.3', fields, check, checkGiven, reader: createReader(names), writer: createWriter(names) };
}
