/** What is left open about the dated surface: assumptions.ts holds it with the others. */

import type { Assumption } from './early-assumptions.ts';

export const DATED_ASSUMPTIONS = [
  {
    id: 'A60',
    section: '11.7',
    choice:
      'Creating a limit that is set fails for its input, as a batch of creates and updates reports a limit that is out of range. A purge reports an input of an unknown category or an invalid type id in errors, and purges the others.',
    impact: 'The embedded service; a client sets limits by update alone, and reads the errors of every batch.',
  },
  {
    id: 'A61',
    section: '11.7',
    choice:
      'The reply to the creation of a label names its association type in each direction, that of the path first. Without inverseLabel both directions have the same label, and in a pair of one object type it is one type. A name that the pair has is a 409. Deleting a label deletes both directions and their limits.',
    impact: 'The embedded service; a client that needs the id of a label reads the list.',
  },
  {
    id: 'A62',
    section: '11.6',
    choice:
      'The creation of an event definition requires label, includeDefaultProperties and propertyDefinitions, which may be empty; a name follows the rule of property names, and is derived from the label when it is left out. A page of the list has at most 100 definitions, by name, and 100 unless limit says otherwise; searchString is a part of the name or the label. A name that is taken is a 409; one that was deleted is free again.',
    impact: 'The embedded service; a client that lists definitions follows the pages.',
  },
] as const satisfies readonly Assumption[];
