/** Words for object schemas in reports. */

import type { KindWords } from '../../model/kind-words.ts';

export const objectSchemaWords: KindWords = {
  noun: 'object schema',
  plural: 'object schemas',
  title: 'Object schemas',
  about: 'Custom objects, with their labels and display properties.',
  forms: ['OBJECT'],
  section: { rank: 0, title: ([type = '']) => `Object ${type}` },
  columns: [{ as: 'value', field: 'primaryDisplayProperty', before: 'shown by ' }],
  group: 'none',
  doubtfulOn: [],
};
