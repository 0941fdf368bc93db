/** Words for pipelines in reports. */

import type { KindWords } from '../../model/kind-words.ts';

export const pipelineWords: KindWords = {
  noun: 'pipeline',
  plural: 'pipelines',
  title: 'Pipelines',
  about: 'Pipelines of object types, with their stages.',
  forms: ['OBJECT/PIPELINE'],
  section: { rank: 0, title: ([type = '']) => `Object ${type}` },
  columns: [
    { as: 'value', field: 'label' },
    { as: 'count', field: 'stages', noun: 'stage' },
  ],
  group: 'none',
  doubtfulOn: [],
};
