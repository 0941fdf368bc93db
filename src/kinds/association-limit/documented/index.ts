/** Association limits on the documented surface: they can be set and purged, and not read (interface 2.10, 4.5). */

import type { KindSide } from '../../../model/kind.ts';
import { fieldRules } from '../../field-rules.ts';
import type { AssociationLimitSpec } from '../spec.ts';
import { check, checkGiven } from './check.ts';
import { reader } from './read.ts';
import { UPDATE_BODIES, writer } from './write.ts';

export const documented: KindSide<AssociationLimitSpec> = {
  section: '4.5',
  fields: fieldRules(
    { maxToObjectIds: { compare: 'exact' } },
    { bodies: UPDATE_BODIES, identity: ['category', 'typeId'] },
  ),
  check,
  checkGiven,
  reader,
  writer,
};
