/** The first twenty assumptions; assumptions.ts holds all of them. */

export interface Assumption {
  readonly id: string;
  /** Section of the interface that does not specify the behaviour. */
  readonly section: string;
  readonly choice: string;
  /** Consequences if the choice is wrong. */
  readonly impact: string;
}

export const EARLY_ASSUMPTIONS = [
  {
    id: 'A01',
    section: '4.6.1',
    choice:
      'Creates answer 201, deletions and purges 204, all others 200; the client accepts any 2xx. The legacy timeline PUT answers with an object or with nothing; the embedded service sends the event as stored.',
    impact: 'The status column of the endpoint table and the reply of the legacy timeline PUT.',
  },
  {
    id: 'A02',
    section: '4.6.2',
    choice:
      'includeProperties is the query member includeProperties=true of the two v1 group updates. No other endpoint of the documented surface takes a query; a query member that an endpoint does not know is a 400.',
    impact: 'The query column of the endpoint table, and what the embedded service refuses.',
  },
  {
    id: 'A03',
    section: '4.6.3',
    choice: 'Deleting a refresh token answers 204 without a body; an unknown token answers 404.',
    impact: 'The embedded service and the text of auth revoke.',
  },
  {
    id: 'A04',
    section: '4.6.4',
    choice: 'A group create requires name and displayName; a group update requires nothing.',
    impact: 'GroupCreate and GroupUpdate.',
  },
  {
    id: 'A05',
    section: '4.6.4',
    choice: 'A limit batch requires inputs with every member set, at most 100 of them.',
    impact: 'LIMIT_BATCH_SIZE and the number of calls in a plan.',
  },
  {
    id: 'A06',
    section: '4.6.5',
    choice: 'The legacy timeline PUT creates or updates one event by its id, despite its summary.',
    impact: 'Its effect class and the handler.',
  },
  {
    id: 'A07',
    section: '5.7',
    choice: 'Property, group and legacy timeline endpoints also take the Authorization header.',
    impact: 'The authorized column of the endpoint table.',
  },
  {
    id: 'A08',
    section: '5.6',
    choice:
      'Scopes per endpoint follow the public documentation of the vendor and what was seen of it; where several are named, any one is enough.',
    impact: 'Warnings of plan and auth status, which forbid nothing; only the 403 of the service does.',
  },
  {
    id: 'A09',
    section: '7',
    choice:
      'Errors carry status, message, correlationId, category, subCategory, errors, context; message may itself be JSON. A refusal always has message and correlationId, and the status "error" or a category; at the token endpoint a code in status or error. Other members may be absent.',
    impact:
      'How a failure is worded, and when a write counts as refused: a status without this body proves nothing, because another program may have answered.',
  },
  {
    id: 'A10',
    section: '8',
    choice:
      '110 calls in 10 seconds per token; a 429 names the policy; the client never waits for a DAILY policy; Retry-After and the rate headers are honoured.',
    impact: 'The rate limit of the client.',
  },
  {
    id: 'A11',
    section: '2.8',
    choice:
      'A subscription requires eventType and active; appId, eventType, propertyName and objectTypeId together identify it, and eventTypeName that of a custom event; a duplicate is a 409.',
    impact: 'Its address; where the service accepts duplicates, only the ledger prevents them.',
  },
  {
    id: 'A12',
    section: '2.9',
    choice:
      'An event-definition property requires label and type; names and labels have at most 50 characters; a duplicate name is a 409.',
    impact: 'Validation and the create body.',
  },
  {
    id: 'A13',
    section: '2.7',
    choice: 'timelineIFrame of v3 has headerLabel, linkLabel, url, width and height, all required.',
    impact: 'timeline send.',
  },
  {
    id: 'A14',
    section: '2.10',
    choice:
      'SERVICE_DEFINED and HUBSPOT_DEFINED are the same category, serviceDefined and hubspotDefined the same flag; the category is sent as declared; INTEGRATOR_DEFINED, USER_DEFINED and WORK are the others.',
    impact: "Addresses of limits; which properties count as the service's own.",
  },
  {
    id: 'A15',
    section: '2.5',
    choice:
      'A group order that is omitted or sent as -1 becomes the last order plus one; any other order is stored as sent.',
    impact: 'A declared -1 is never compared, and alone it owns nothing.',
  },
  {
    id: 'A16',
    section: '2.3',
    choice: 'An omitted property order is -1, and other properties are not renumbered.',
    impact: 'A declared -1 is never compared.',
  },
  {
    id: 'A17',
    section: '2.4',
    choice: 'Options keep the order they were sent in; an option without displayOrder gets the highest order plus one.',
    impact: 'The order of a merged option list.',
  },
  {
    id: 'A18',
    section: '4.3',
    choice:
      'A new name has at most 100 lowercase letters, digits and underscores and starts with a letter; the v1 path form has no underscore.',
    impact:
      'Names that validate without a warning, creates that client and embedded service refuse, and updates that can use v1.',
  },
  {
    id: 'A19',
    section: '2.6',
    choice: 'A bool property has exactly the options true and false.',
    impact: 'An offline finding instead of a refusal by the service.',
  },
  {
    id: 'A20',
    section: '4.3',
    choice:
      'List replies contain every active definition in one page; deleted definitions are absent or marked deleted.',
    impact: 'That a name absent from a complete list does not exist.',
  },
] as const satisfies readonly Assumption[];
