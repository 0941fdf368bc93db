/** Words for association limits in reports. */

import type { KindWords } from '../../model/kind-words.ts';

export const associationLimitWords: KindWords = {
  noun: 'association limit',
  plural: 'association limits',
  title: 'Association limits',
  about: 'Limits on how many records a record can be associated with.',
  forms: ['FROM/TO/CATEGORY/TYPE'],
  section: { rank: 3, title: ([from = '', to = '']) => `Associations ${from} -> ${to}` },
  columns: [{ as: 'value', field: 'maxToObjectIds', before: 'at most ' }],
  group: 'none',
  doubtfulOn: [],
};
