/** Words for property groups in reports. */

import type { KindWords } from '../../model/kind-words.ts';

export const propertyGroupWords: KindWords = {
  noun: 'group',
  plural: 'groups',
  title: 'Property groups',
  about: 'Groups of properties.',
  forms: ['OBJECT/GROUP'],
  section: { rank: 0, title: ([type = '']) => `Object ${type}` },
  columns: [{ as: 'value', field: 'displayName' }],
  group: { part: 1 },
  doubtfulOn: [],
};
