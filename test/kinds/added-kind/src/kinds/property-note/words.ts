/** Words for notes in reports. */

import type { KindWords } from '../../model/kind-words.ts';

export const propertyNoteWords: KindWords = {
  noun: 'note',
  plural: 'notes',
  title: 'Notes',
  about: 'Notes on properties.',
  forms: ['OBJECT/NOTE'],
  section: { rank: 4, title: ([type = '']) => `Notes of ${type}` },
  columns: [{ as: 'value', field: 'description', before: 'says ' }],
  group: 'none',
  doubtfulOn: [],
};
