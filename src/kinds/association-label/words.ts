/** Words for association labels in reports. */

import type { KindWords } from '../../model/kind-words.ts';

export const associationLabelWords: KindWords = {
  noun: 'association label',
  plural: 'association labels',
  title: 'Association labels',
  about: 'Labels of associations between two object types, with the name that every account shares.',
  forms: ['FROM/TO/NAME'],
  section: { rank: 3, title: ([from = '', to = '']) => `Associations ${from} -> ${to}` },
  columns: [{ as: 'names', fields: ['label', 'inverseLabel'] }],
  group: 'none',
  doubtfulOn: [],
};
