/** Property groups on the documented surface (interface 2.5, 4.2). */

import type { KindSide } from '../../../model/kind.ts';
import { fieldRules } from '../../field-rules.ts';
import { check, type PropertyGroupSpec } from '../spec.ts';
import { reader } from './read.ts';
import { UPDATE_BODIES, writer } from './write.ts';

export const documented: KindSide<PropertyGroupSpec> = {
  section: '4.2',
  fields: fieldRules(
    { displayName: { compare: 'exact' }, displayOrder: { compare: 'order' } },
    { bodies: UPDATE_BODIES, identity: [] },
  ),
  check,
  checkGiven: check,
  reader,
  writer,
};
