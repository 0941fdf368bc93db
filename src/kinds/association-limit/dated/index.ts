/** Association limits on the dated surface: they can be read pair by pair, set and purged (interface 11.7). */

import type { AccountNames } from '../../../model/account-names.ts';
import type { KindSide } from '../../../model/kind.ts';
import { fieldRules } from '../../field-rules.ts';
import type { AssociationLimitSpec } from '../spec.ts';
import { check, checkGiven } from './check.ts';
import { createReader } from './read.ts';
import { createWriter, UPDATE_BODIES } from './write.ts';

export function dated(names: AccountNames): KindSide<AssociationLimitSpec> {
  return {
    section: '11.7',
    fields: fieldRules(
      { maxToObjectIds: { compare: 'exact' } },
      { bodies: UPDATE_BODIES, identity: ['category', 'typeId'] },
    ),
    check,
    checkGiven,
    reader: createReader(names),
    writer: createWriter(names),
  };
}
