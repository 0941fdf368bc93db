/** Assumptions about the dated surface. The file assumptions.ts includes them. */

import type { Assumption } from './early-assumptions.ts';

export const DATED_ASSUMPTIONS = [
  {
    id: 'A48',
    section: '11.3',
    choice:
      'bool takes booleancheckbox, radio, select and calculation_equation; enumeration booleancheckbox, checkbox, radio, select and calculation_equation; date and datetime date; number number and calculation_equation; phone_number phonenumber; string text, textarea, html, file, phonenumber and calculation_equation. A property keeps a pair that it already has. A create of an enumeration requires options, which may be an empty list.',
    impact: 'Which pairs the embedded service refuses on the dated surface.',
  },
  {
    id: 'A49',
    section: '11.3',
    choice:
      'A formula names properties of its own object type by their names. The service stores keywords and functions in lower case, strings in single quotes, numbers in their shortest form, = as equals, a multiplication always with its sign, and one space between parts.',
    impact: 'Whether a formula that was applied reads back as declared; the embedded service.',
  },
  {
    id: 'A50',
    section: '11.3',
    choice:
      'A write to a read-only definition, the archive of a property that is not archivable and an eleventh unique property of an object type are refused with 400 VALIDATION_ERROR.',
    impact: 'How such a refusal is worded; the embedded service.',
  },
  {
    id: 'A51',
    section: '11.3',
    choice:
      'A batch of properties takes at most 100 inputs; more are refused as a whole with 400 VALIDATION_ERROR. A batch archive skips what a single archive refuses.',
    impact: 'PROPERTY_BATCH_SIZE and the number of calls in a plan.',
  },
  {
    id: 'A52',
    section: '11.4',
    choice:
      'The list of schemas includes properties and associations unless the query says otherwise. A standard object type has its plural name as its name and fully qualified name. The embedded service shows the name of a seeded type as both of its labels.',
    impact:
      'The embedded service; a client asks for neither and matches a type of the account by its name. In a real account this list is current within seconds, and the read of one schema after a minute.',
  },
  {
    id: 'A59',
    section: '11.5',
    choice:
      'Webhooks of version 2026-09 accept the developer key of the app, and the OAuth token of the app, and the token of a private app for its own subscriptions. A token needs a scope of developers or private apps. Version 2026-03 refuses the token of a private app.',
    impact:
      'Whether trueup warns of a missing developer key. No account has shown which of these credentials 2026-09 accepts, so the default is 2026-03.',
  },
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
      'The reply to the creation of a label has its association type in each direction, that of the path first. Without inverseLabel both directions have the same label, and in a pair of one object type the label has a single type. A name that an association type of the account has is a 409. A pair has at most 50 labels: a label with two names counts once, and the unlabelled type is not counted. Deleting a label by either type id deletes both directions and their limits. An empty label creates only the unlabelled type, with the given name. If the pair has its unlabelled type, this is a 409. The first label of a pair with a custom object also creates its unlabelled type, with the name <from>_to_<to> if it is free. The unlabelled type of two standard objects belongs to the service, and its deletion is a 400. The deletion of the last unlabelled type of a pair that has a label is a 400.',
    impact: 'The embedded service; a client that needs the id of a label reads the list.',
  },
  {
    id: 'A62',
    section: '11.6',
    choice:
      'The creation of an event definition requires label, includeDefaultProperties and propertyDefinitions, which may be empty; a name follows the rule of property names, and is derived from the label when it is left out. A page of the list has at most 100 definitions, by name, and 100 unless limit says otherwise; searchString is a part of the name or the label. A name that is taken is a 409; one that was deleted is free again.',
    impact: 'The embedded service; a client that lists definitions follows the pages.',
  },
  {
    id: 'A63',
    section: '11.1',
    choice:
      'Introspection of a token that is unknown, expired, revoked or of another app answers 200 with active false alone. A revocation answers 204, and 400 for a refresh token that is not known.',
    impact: 'What a client takes for proof that a token is gone: introspection, not the status of a second revocation.',
  },
  {
    id: 'A64',
    section: '11.8',
    choice:
      'An event type of the dated surface has the id of an event template as its name. Its events name their record as those of v3 do. A repeated id is a 409 for the app and the event type, whatever the event says, and nothing changes. The reply shows what was sent, with the record and the time.',
    impact:
      'The embedded service; timeline send takes a 409 after a lost reply for its own event only if it made the id, and relies on no member of a reply.',
  },
  {
    id: 'A65',
    section: '10.5',
    choice:
      'A batch of timeline events takes at most 100 and applies each by itself, in order: one that is refused is reported with its place, from 0, and its id in context, and the others are sent. An event is read by those that know its template and id, in the form in which v3 sent it; one of another form is not found.',
    impact: 'The embedded service; trueup sends events one by one.',
  },
  {
    id: 'A66',
    section: '10.4',
    choice:
      'The association types of a pair have the names that object schemas show: the unlabelled type, where its id is known, before the labels.',
    impact: 'The embedded service; trueup resolves names by the schemas and the labels.',
  },
  {
    id: 'A67',
    section: '11.4',
    choice:
      'A new object type needs a name, both labels and a primary display property. Without the property, the refusal has the subCategory PRIMARY_DISPLAY_PROPERTY_REQUIRED. The name has at most 50 letters, digits and underscores, starts with a letter, and keeps its case. Each label has at most 50 characters. A name that an active type has, in any case, is a 409. A name that an archived type has, in any case, purges the archived type. The service makes the group <name>_information, which also takes the properties without a group. It makes the properties hs_object_name, hs_object_id, hs_createdate and hs_lastmodifieddate. It makes no associations with activities. An archived type is known to no other call, and loses its associations, labels, limits and pipelines. A type with records is not archived. With archived=true, an archived type is removed for good, and its name is free. An active type is then a 400. Schemas of standard types cannot be changed.',
    impact:
      'The embedded service. A real account has also answered 201 with the active type, so a 201 alone does not prove a new type.',
  },
  {
    id: 'A68',
    section: '11.4',
    choice:
      'An association of a schema is a type of its own in each direction, both with one name, by default <from>_to_<to>. It has no label. Archiving one direction archives both, with their limits.',
    impact: 'The embedded service.',
  },
] as const satisfies readonly Assumption[];
