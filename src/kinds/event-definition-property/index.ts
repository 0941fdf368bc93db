/** Properties of custom event definitions (interface 2.9, 4.4). */

import type { Kind } from '../../model/kind.ts';
import { fieldRules } from '../field-rules.ts';
import { reader } from './read.ts';
import { addressOfEventProperty, check, checkGiven, type EventDefinitionPropertySpec, levels, specOf } from './spec.ts';
import { eventDefinitionPropertyWords } from './words.ts';
import { writer } from './write.ts';

export const eventDefinitionProperty: Kind<EventDefinitionPropertySpec> = {
  name: 'event-definition-property',
  words: eventDefinitionPropertyWords,
  section: '4.4',
  levels,
  mayRefer: false,
  fields: fieldRules(
    {
      label: { compare: 'exact' },
      type: { compare: 'exact' },
      fieldType: { compare: 'exact' },
      description: { compare: 'text' },
      options: { compare: 'options' },
    },
    { bodies: [], identity: ['name'] },
  ),
  traits: { description: true, type: true, name: 'always' },
  spec: specOf,
  address: addressOfEventProperty,
  dependsOn: () => [],
  mentions: () => [],
  check,
  checkGiven,
  checkAll: () => [],
  reader,
  writer,
};
