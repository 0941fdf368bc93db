/** Properties of event definitions on the documented surface: they can be created, and nothing else (interface 2.9, 4.4). */

import type { KindSide } from '../../../model/kind.ts';
import { fieldRules } from '../../field-rules.ts';
import { check, checkGiven, type EventDefinitionPropertySpec, FIELD_HINTS } from '../spec.ts';
import { reader } from './read.ts';
import { writer } from './write.ts';

export const documented: KindSide<EventDefinitionPropertySpec> = {
  section: '4.4',
  fields: fieldRules(FIELD_HINTS, { bodies: [], identity: ['name'] }),
  check,
  checkGiven,
  reader,
  writer,
};
