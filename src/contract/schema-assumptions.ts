/** Assumptions about the members, the lags and the number of object schemas. The file assumptions.ts includes them. */

import type { Assumption } from './early-assumptions.ts';

export const SCHEMA_ASSUMPTIONS = [
  {
    id: 'A94',
    section: '11.4',
    choice:
      'The list of schemas shows each write at once, while a real account has taken five seconds: the fault read-lag shows that. The read of one schema and the batch read show the members of a schema as they were 70 seconds ago. They show a type as soon as it is created, as it was created. Properties in them are current, and labels have the lag of A86. The reply to a write shows the written values.',
    impact: 'The embedded service; a client verifies a write of a schema by the list.',
  },
  {
    id: 'A95',
    section: '11.4',
    choice:
      'An update of a schema keeps the members that it leaves out. A real account has given them values that were minutes old. With the fault stale-update, a member that is left out has the value before the last write, if that write is at most 70 seconds old.',
    impact: 'The embedded service; a client sends every member in each update, with the values of a recent list.',
  },
  {
    id: 'A96',
    section: '11.4',
    choice:
      'An account may have 20 custom object types. The number of types counts archived types, and for 30 seconds the types that were removed for good. A type that was removed for good leaves room at once. A further type is a 400. In percentage, 100 is the limit. Any scope for records is enough for the read, as for the limits of labels.',
    impact: 'The embedded service; a client asks for the limit of the account.',
  },
  {
    id: 'A97',
    section: '11.4',
    choice:
      'Display, search and required properties of a schema have to exist. At most two secondary display properties keep their order, each once. Required and searchable properties are sets, and replies show them in an order of their own. The searchable properties are hs_object_id by default, and allowsSensitiveProperties is true. An update ignores name and associatedObjects, keeps restorable without effect, and refuses to set allowsSensitiveProperties from true to false.',
    impact: 'The embedded service; a client compares required and searchable properties as sets.',
  },
] as const satisfies readonly Assumption[];
