/** Properties on the documented surface (interface 2.3, 2.4, 4.3). */

import type { KindSide } from '../../../model/kind.ts';
import { fieldRules } from '../../field-rules.ts';
import { FIELD_HINTS, type PropertySpec } from '../spec.ts';
import { check, checkGiven } from './check.ts';
import { reader } from './read.ts';
import { UPDATE_BODIES, writer } from './write.ts';

export const documented: KindSide<PropertySpec> = {
  section: '4.3',
  fields: fieldRules(FIELD_HINTS, { bodies: UPDATE_BODIES, identity: ['name'] }),
  check,
  checkGiven,
  reader,
  writer,
};
