/** Properties of custom event definitions (interface 2.9, 4.4). */

import type { Kind } from '../../model/kind.ts';
import { fieldRules } from '../field-rules.ts';
import { reader } from './read.ts';
import { addressOfEventProperty, check, checkGiven, type EventDefinitionPropertySpec, place, specOf } from './spec.ts';
import { writer } from './write.ts';

export const eventDefinitionProperty: Kind<EventDefinitionPropertySpec> = {
  name: 'event-definition-property',
  title: 'Event-definition properties',
  about: 'Definitions of the properties that a custom event carries.',
  place,
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
  spec: specOf,
  address: addressOfEventProperty,
  dependsOn: () => [],
  mentions: () => [],
  check,
  checkGiven,
  reader,
  writer,
};
