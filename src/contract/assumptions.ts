/** What the interface leaves open and code has to decide: one numbered entry each. */

import { type Assumption, EARLY_ASSUMPTIONS } from './early-assumptions.ts';

export const ASSUMPTIONS = [
  ...EARLY_ASSUMPTIONS,
  {
    id: 'A21',
    section: '5.1',
    choice:
      'The install address takes scopes and optional_scopes as well as scope and optional_scope, and code_challenge with code_challenge_method=S256.',
    impact: 'auth login.',
  },
  {
    id: 'A22',
    section: '2.1',
    choice:
      'Access tokens live 1800 seconds, codes 600 and once; a refresh keeps the refresh token and earlier access tokens.',
    impact: 'When the client refreshes.',
  },
  {
    id: 'A23',
    section: '4.5',
    choice:
      'An update sets a missing limit too; purging an absent one succeeds; a label limit may not exceed the object-level limit of its pair.',
    impact: 'Order inside a batch and the findings on limits.',
  },
  {
    id: 'A24',
    section: '2.10',
    choice: "The unlabelled association types of the standard pairs have the vendor's published ids.",
    impact: 'Which limit counts as object-level.',
  },
  {
    id: 'A25',
    section: '4.1',
    choice: 'Token metadata and refresh-token deletion need no Authorization header; unknown tokens are 404.',
    impact: 'The account check before the first write.',
  },
  {
    id: 'A26',
    section: '4.3',
    choice: 'A v1 update keeps members that are left out; we send the full definition all the same.',
    impact: "None for us; the embedded service's merge.",
  },
  {
    id: 'A27',
    section: '4',
    choice:
      'An object type is its plural or singular name or its id, in any case; an unknown one is a 400. The standard ones are those that the vendor publishes with ids.',
    impact: 'One address for every spelling.',
  },
  {
    id: 'A28',
    section: '4.3',
    choice:
      'Updating a name that does not exist is a 404; creating one that exists is a 409; creating into a missing group is a 400.',
    impact: 'What a refused write means.',
  },
  {
    id: 'A29',
    section: '2.7',
    choice:
      'A timeline event id may be left out; reuse on another record moves the event; an unknown email creates a contact.',
    impact: 'The embedded service and timeline send.',
  },
  {
    id: 'A30',
    section: '2.3',
    choice: 'Definitions with readOnlyDefinition or calculated refuse updates with a 400.',
    impact: 'They are blocked in the plan.',
  },
  {
    id: 'A31',
    section: '2.4',
    choice: 'Values and labels are both unique among the options of a property, and none is empty; else a 400.',
    impact: 'Findings on declared options; a warning where an option of others has the label of a declared one.',
  },
  {
    id: 'A32',
    section: '7',
    choice:
      'A 400 with the code GROUP_DOES_NOT_EXIST proves that the group is not there, and so does a 404 that says OBJECT_NOT_FOUND or that it could not find a Group of the name; other words prove nothing.',
    impact: 'When a refusal drops a record from the ledger, and when it only leads to a warning.',
  },
  {
    id: 'A33',
    section: '4.3',
    choice:
      'Every list shows every active definition of its object type: v2 those whose type or fieldType only a v1 row allows, v1 those that only v2 allows. Type and fieldType of a reply are any text.',
    impact: 'What observe reads, and that a name in no list does not exist.',
  },
  {
    id: 'A34',
    section: '2.8',
    choice: 'propertyName is needed with propertyChange events; objectTypeId is an id such as 0-1, not a name.',
    impact: 'Findings on subscriptions, and the one address of every spelling of an object type.',
  },
  {
    id: 'A35',
    section: '2.7',
    choice:
      'A legacy timeline event names its record by exactly one of objectId, email and utk; a body with two of them fits none of the shapes and is a 400.',
    impact: 'LegacyTimelineEvent, and timeline send --legacy.',
  },
  {
    id: 'A36',
    section: '2.9',
    choice:
      'An option of an event-definition property needs label, value, displayOrder and hidden; description may be left out; readOnly and doubleData are no members of it.',
    impact: 'EventPropertyCreate: we send all four.',
  },
  {
    id: 'A37',
    section: '2.7',
    choice:
      'The value of a template token is a text, a number, a boolean or null; it is stored and echoed as it was sent. A number is one that JSON keeps, so one with more digits has to be sent as a text.',
    impact: 'TimelineEvent and timeline send, which refuses a number that would be rounded.',
  },
  {
    id: 'A38',
    section: '2.9',
    choice:
      'A reply may hold a text that the enumerations of 2.9 and the states of a batch do not list, links of a batch under any name, and an id beyond 2^53, which is read as its decimal text; none of these makes a call fail.',
    impact:
      'EventProperty, LimitBatchReply, and how the client reads JSON; a batch in an unknown state is still under way.',
  },
  {
    id: 'A39',
    section: '6.3, 9.4',
    choice:
      'Nothing here rests on notifications (payload, target address, signing, retries, which operation causes which event) or on a sunset date: the interface has no call for them, and paths are used as written until they are changed here.',
    impact: 'None while the interface stays silent: the embedded service sends no notification.',
  },
  {
    id: 'A40',
    section: '2.8',
    choice:
      'objectTypeId and eventTypeName are taken with every event type; object.* events need the first, event.* events are known to use both. propertyName goes with propertyChange events only.',
    impact: 'Which members of a subscription are refused and which are only odd.',
  },
  {
    id: 'A41',
    section: '2.6',
    choice:
      'An event-definition property takes a fieldType of any text in its create; one that goes with the type when left out.',
    impact: 'EventPropertyCreate; a service that goes its own way shows as a value that is stored differently.',
  },
  {
    id: 'A42',
    section: '2.10',
    choice:
      'A limit is a whole number from 1, an association type id too; there is no highest. Any text is a category that is not empty and has no blank at an end. A purge with another input is a 400, and purges nothing.',
    impact: 'What validate and the embedded service refuse of a limit.',
  },
  {
    id: 'A43',
    section: '4.3',
    choice:
      'An account can hold names that no create takes: any text of up to 255 characters without blanks at its ends or control characters. They are updated by exactly this name.',
    impact: 'Which names are refused and which get a warning; what a seed can hold.',
  },
  {
    id: 'A45',
    section: '2.10',
    choice:
      'The links of a batch reply are handed on and nothing follows them; the embedded service sends them where a batch fault sets the state, with one member, self.',
    impact: 'LimitBatchReply and the batch fault.',
  },
  {
    id: 'A46',
    section: '3',
    choice:
      'A batch that is PENDING or PROCESSING may set its limits later, and sending it again does no harm; only COMPLETE says that they are set; a CANCELED one may have set a part of them.',
    impact:
      'The call stays open and the next apply makes it again; after CANCELED nothing is recorded, and earlier values count as unknown.',
  },
  {
    id: 'A47',
    section: '10.2',
    choice:
      'Token info answers 404 for a token that is unknown or of another form than those of private apps and service keys.',
    impact: 'None for us: any refusal of it leaves the scopes unknown. The embedded service.',
  },
] as const satisfies readonly Assumption[];
