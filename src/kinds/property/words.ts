/** Words for properties in reports. */

import type { KindWords } from '../../model/kind-words.ts';

export const propertyWords: KindWords = {
  noun: 'property',
  plural: 'properties',
  title: 'Properties',
  about: 'Properties of object types.',
  forms: ['OBJECT/PROPERTY'],
  section: { rank: 0, title: ([type = '']) => `Object ${type}` },
  columns: [
    { as: 'value', field: 'label' },
    { as: 'names', fields: ['type', 'fieldType'] },
    { as: 'count', field: 'options', noun: 'option' },
    { as: 'names', fields: ['groupName'], before: 'in ' },
  ],
  group: { field: 'groupName' },
  doubtfulOn: [],
};
