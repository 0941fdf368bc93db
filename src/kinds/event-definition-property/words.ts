/** Words for event-definition properties in reports. */

import type { KindWords } from '../../model/kind-words.ts';

export const eventDefinitionPropertyWords: KindWords = {
  noun: 'event property',
  plural: 'event properties',
  title: 'Event-definition properties',
  about: 'Properties of custom events.',
  forms: ['EVENT/PROPERTY'],
  section: { rank: 2, title: ([event = '']) => `Event ${event}` },
  columns: [
    { as: 'value', field: 'label' },
    { as: 'names', fields: ['type', 'fieldType'] },
    { as: 'count', field: 'options', noun: 'option' },
  ],
  group: 'none',
  doubtfulOn: ['documented'],
};
