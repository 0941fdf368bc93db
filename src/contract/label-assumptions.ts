/** Assumptions about changes, lags and limits of association labels. The file assumptions.ts includes them. */

import type { Assumption } from './early-assumptions.ts';

export const LABEL_ASSUMPTIONS = [
  {
    id: 'A85',
    section: '11.7',
    choice:
      'An update of a label without inverseLabel sets both directions to its label. A label with one name never gets a second name: an update of it with inverseLabel is a 400. A label with two names keeps two names: an inverseLabel that equals label is a 400, in a create too. The name of a label never changes. An update of an unlabelled type is a 404.',
    impact: 'The embedded service; a client sends both labels of a label with two names, each time.',
  },
  {
    id: 'A86',
    section: '11.7',
    choice:
      'The schemas of object types show a label and its name five minutes after its creation. The list of association types of version 3 shows the name with the same lag. Other replies omit it. Unlabelled types, changed labels and deletions have no lag.',
    impact: 'The embedded service; a client keeps the ids from the reply to the creation.',
  },
  {
    id: 'A87',
    section: '11.7',
    choice:
      'The limits of labels have a row for each direction that has a label. The row has the limit 50 and the number of labels of the pair. It counts a deleted label for 40 seconds. A deleted label leaves room for a new label at once. In percentage, 100 is the limit. A filter takes any spelling of an object type; an unknown one is a 400. Any scope for records is enough.',
    impact: 'The embedded service; a direction without a row has no label.',
  },
] as const satisfies readonly Assumption[];
