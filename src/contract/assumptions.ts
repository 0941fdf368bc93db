/** Points that the interface leaves open and the code has to decide: one numbered entry each. */

import { DATED_ASSUMPTIONS } from './dated-assumptions.ts';
import { type Assumption, EARLY_ASSUMPTIONS } from './early-assumptions.ts';
import { LABEL_ASSUMPTIONS } from './label-assumptions.ts';
import { PIPELINE_ASSUMPTIONS } from './pipeline-assumptions.ts';
import { SCHEMA_ASSUMPTIONS } from './schema-assumptions.ts';
import { SERVICE_ASSUMPTIONS } from './service-assumptions.ts';
import { VALIDATION_ASSUMPTIONS } from './validation-assumptions.ts';

export const ASSUMPTIONS = [
  ...EARLY_ASSUMPTIONS,
  {
    id: 'A21',
    section: '5.1',
    choice:
      'The install URL takes scopes and optional_scopes as well as scope and optional_scope, and code_challenge with code_challenge_method=S256.',
    impact: 'auth login.',
  },
  {
    id: 'A22',
    section: '2.1',
    choice:
      'Access tokens are valid for 1800 seconds; codes for 600 seconds and one use. A refresh keeps the refresh token and earlier access tokens valid.',
    impact: 'When the client refreshes.',
  },
  {
    id: 'A23',
    section: '4.5',
    choice:
      'An update also sets a limit that does not exist; purging one that does not exist succeeds; a label limit may not exceed the object-level limit of its pair.',
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
    choice: 'A v1 update keeps members that are omitted; trueup still sends the full definition.',
    impact: "The embedded service's merge only.",
  },
  {
    id: 'A27',
    section: '4',
    choice:
      'An object type is its plural or singular name or its id, in any case; an unknown one is a 400. The standard types are those the vendor publishes with ids.',
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
      'A timeline event id is optional; reusing one on another record moves the event; an unknown email creates a contact.',
    impact: 'The embedded service and timeline send.',
  },
  {
    id: 'A30',
    section: '2.3',
    choice: 'Updates of definitions with readOnlyDefinition or calculated are refused with a 400.',
    impact: 'The plan marks them as blocked.',
  },
  {
    id: 'A31',
    section: '2.4',
    choice: 'Values and labels are unique among the options of a property and never empty; otherwise a 400.',
    impact: 'Findings on declared options; a warning where an undeclared option has the label of a declared one.',
  },
  {
    id: 'A32',
    section: '7',
    choice:
      'A write of a property into a missing group is refused with a 400 of any code. A 404 of a group update with OBJECT_NOT_FOUND, or with the message that no Group of that name was found, proves that the group does not exist; any other 404 proves nothing.',
    impact: 'When a refusal removes a record from the ledger. A property that names the group shows that it exists.',
  },
  {
    id: 'A33',
    section: '4.3',
    choice:
      'Every list returns every active definition of its object type: v2 includes those whose type or fieldType only a v1 row allows, v1 those that only v2 allows. In a reply, type and fieldType can be any string.',
    impact: 'What observe reads, and that a name missing from every list does not exist.',
  },
  {
    id: 'A34',
    section: '2.8',
    choice: 'propertyName is required with propertyChange events; objectTypeId is an id such as 0-1, not a name.',
    impact: 'Findings on subscriptions, and one address for every spelling of an object type.',
  },
  {
    id: 'A35',
    section: '2.7',
    choice:
      'A legacy timeline event names its record by exactly one of objectId, email and utk; a body with two of them matches none of the shapes and is a 400.',
    impact: 'LegacyTimelineEvent, and sending legacy timeline events.',
  },
  {
    id: 'A36',
    section: '2.9',
    choice:
      'An option of an event-definition property requires label, value, displayOrder and hidden; description is optional; readOnly and doubleData are not members of it.',
    impact: 'EventPropertyCreate: trueup sends all four.',
  },
  {
    id: 'A37',
    section: '2.7',
    choice:
      'The value of a template token is a string, a number, a boolean or null; it is stored and echoed unchanged. Numbers are limited to what JSON can represent exactly, so one with more digits must be sent as a string.',
    impact: 'TimelineEvent, and timeline send, which refuses a number that would be rounded.',
  },
  {
    id: 'A38',
    section: '2.9',
    choice:
      'A reply may contain a value that the enumerations of 2.9 or the batch states do not list, batch links under any name, and an id beyond 2^53, which is read as a decimal string; none of these makes a call fail.',
    impact:
      'EventProperty, LimitBatchReply, and how the client reads JSON; a batch in an unknown state counts as still in progress.',
  },
  {
    id: 'A39',
    section: '6.3, 9.4',
    choice:
      'Nothing here depends on notifications (payload, target URL, signing, retries, which operation causes which event) or on a sunset date: the interface has no call for them, and paths are used as written until they are changed here.',
    impact: 'None, as long as the interface does not specify them: the embedded service sends no notifications.',
  },
  {
    id: 'A40',
    section: '2.8',
    choice:
      'objectTypeId and eventTypeName are accepted with every event type; object.* events require the first, event.* events are known to use both. propertyName is accepted with propertyChange events only.',
    impact: 'Which members of a subscription are refused and which only cause a warning.',
  },
  {
    id: 'A41',
    section: '2.6',
    choice:
      'The create of an event-definition property accepts any string as fieldType; if omitted, the service chooses one that suits the type.',
    impact: 'EventPropertyCreate; if the service behaves differently, the stored value differs from the one sent.',
  },
  {
    id: 'A42',
    section: '2.10',
    choice:
      'A limit and an association type id are whole numbers from 1, with no maximum. A category is any non-empty string without leading or trailing whitespace. A purge with any other input is a 400 and purges nothing.',
    impact: 'Which limits validate and the embedded service refuse.',
  },
  {
    id: 'A43',
    section: '4.3',
    choice:
      'An account can contain names that no create accepts: any string of up to 255 characters, also with blanks at its ends, that is not blank and has no control character. They are updated by exactly that name.',
    impact: 'Which names are refused and which get a warning; what a seed can contain.',
  },
  {
    id: 'A45',
    section: '2.10',
    choice:
      'The links of a batch reply are passed on and never followed; the embedded service sends them, with one member, self, when a batch fault sets the state.',
    impact: 'LimitBatchReply and the batch fault.',
  },
  {
    id: 'A46',
    section: '3',
    choice:
      'A PENDING or PROCESSING batch may set its limits later, and sending it again is harmless; only COMPLETE means that they are set; a CANCELED batch may have set some of them.',
    impact:
      'The call stays open and the next apply repeats it; after CANCELED nothing is recorded, and earlier values count as unknown.',
  },
  {
    id: 'A47',
    section: '10.2',
    choice:
      'Token info answers 404 for a token that is unknown or of another form than those of private apps and service keys.',
    impact: 'None for us: any refusal of it leaves the scopes unknown. The embedded service.',
  },
  ...DATED_ASSUMPTIONS,
  ...SERVICE_ASSUMPTIONS,
  ...PIPELINE_ASSUMPTIONS,
  ...LABEL_ASSUMPTIONS,
  ...VALIDATION_ASSUMPTIONS,
  ...SCHEMA_ASSUMPTIONS,
] as const satisfies readonly Assumption[];
