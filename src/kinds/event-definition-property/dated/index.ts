/** Properties of event definitions on the dated surface: they can be read, created, changed and deleted (interface 11.6). */

import { EventPropertyUpdate } from '../../../contract/event-definitions.ts';
import type { KindSide } from '../../../model/kind.ts';
import { fieldRules } from '../../field-rules.ts';
import { check, checkGiven, type EventDefinitionPropertySpec, FIELD_HINTS } from '../spec.ts';
import { reader } from './read.ts';
import { writer } from './write.ts';

export const dated: KindSide<EventDefinitionPropertySpec> = {
  section: '11.6',
  fields: fieldRules(FIELD_HINTS, { bodies: [EventPropertyUpdate], identity: [] }),
  check,
  checkGiven,
  reader,
  writer,
};
